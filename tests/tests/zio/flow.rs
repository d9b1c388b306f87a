//! Flow control.

use tensor_format::{
    DecodeError,
    zio::{self, Direction, Endpoint, Event, Flow, Form, Level, Message, MessageError, MessageFault, Part, Stage},
};

use super::facts;

fn flow(label: &str) -> Message<'_> {
    Message { form: Form::FLOW, label: label.into(), ..Message::default() }
}

#[test]
fn labels_of_flow() {
    let bot = |direction| Flow::Bot { direction, credit: 3 };
    let cases = [
        (r#"{"flow":"BOT","direction":"extract","credit":3}"#, bot(Direction::Extract)),
        (r#"{"flow":"BOT","direction":"inject","credit":3,"stream":"a"}"#, bot(Direction::Inject)),
        (r#"{"TENS":{"tensors":[]},"flow":"DAT"}"#, Flow::Dat),
        (r#"{"flow":"PAY","credit":0}"#, Flow::Pay { credit: 0 }),
        (r#"{"flow":"EOT"}"#, Flow::Eot),
    ];
    for (label, expected) in cases {
        assert_eq!(flow(label).flow().expect("a flow"), expected);
        let mut message = Message { level: Level::Info, ..Message::default() };
        message.set_flow(expected).expect("a label");
        assert_eq!((message.form, message.level), (Form::FLOW, Level::Undefined));
        assert_eq!(message.flow().expect("a flow"), expected);
    }
    let cases = [
        ("{}", "label.flow"),
        (r#"{"flow":"dat"}"#, "label.flow"),
        (r#"{"flow":1}"#, "label.flow"),
        (r#"{"flow":"BOT","credit":3}"#, "label.direction"),
        (r#"{"flow":"BOT","direction":"out","credit":3}"#, "label.direction"),
        (r#"{"flow":"BOT","direction":"inject"}"#, "label.credit"),
        (r#"{"flow":"PAY","credit":-1}"#, "label.credit"),
        (r#"{"flow":"PAY","credit":1.0}"#, "label.credit"),
    ];
    for (label, path) in cases {
        let error = flow(label).flow().expect_err("no flow");
        let found = facts(&error);
        assert_eq!((found.0, found.1, found.2), (Stage::Flow, MessageFault::Flow, path), "{label}");
    }
    let error = Message { form: Form::TENS, ..flow(r#"{"flow":"EOT"}"#) }.flow().expect_err("another form");
    assert_eq!(facts(&error).3, "`TENS`");
    assert!(flow("[]").flow().is_err() && flow("[]").set_flow(Flow::Dat).is_err());
}

/// Tensors ride along, in a label that is written as the C++ peer prints it.
#[test]
fn tensors_in_data() {
    let mut message = zio::to_message(&[1u8, 2]).expect("a message");
    message.set_flow(Flow::Dat).expect("a label");
    assert_eq!(
        String::from_utf8_lossy(&message.label),
        r#"{"TENS":{"metadata":{},"tensors":[{"dtype":"u","part":0,"shape":[2],"word":1}]},"flow":"DAT"}"#
    );
    assert_eq!(zio::from_message::<[u8; 2]>(&message).expect("a value"), [1, 2]);
}

/// Both ends, opened.
fn opened(direction: Direction, asked: u64, allowed: u64) -> (Endpoint, Endpoint) {
    let (mut client, mut server) = (Endpoint::client(direction, asked), Endpoint::server(allowed));
    let bot = client.open().expect("BOT");
    let received = server.receive(&bot).expect("BOT");
    assert_eq!(received.event, Event::Open);
    assert_eq!(client.receive(&received.answer.expect("BOT")).expect("BOT").event, Event::Open);
    assert_eq!(server.direction(), direction.reversed());
    (client, server)
}

fn data() -> Message<'static> {
    Message { parts: vec![Part::default()], ..Message::default() }
}

/// Messages go while there is credit, whichever end opened and gives.
#[test]
fn credit_bounds_what_is_under_way() {
    for direction in [Direction::Extract, Direction::Inject] {
        let (client, server) = opened(direction, 5, 3);
        assert_eq!((client.total_credit(), server.total_credit()), (3, 3));
        let (mut giver, mut taker) = if direction == Direction::Extract { (client, server) } else { (server, client) };
        let (mut under_way, mut given) = (Vec::new(), 0);
        for round in 0..10 {
            if let Some(pay) = taker.pay().expect("a taker") {
                giver.receive(&pay).expect("PAY");
            }
            assert_eq!(taker.credit(), 0);
            while giver.can_give() {
                let mut message = data();
                giver.give(&mut message).expect("credit");
                under_way.push(message);
                given += 1;
            }
            assert_eq!(under_way.len(), 3);
            for message in under_way.drain(..under_way.len() - round % 3) {
                assert_eq!(taker.receive(&message).expect("DAT").event, Event::Data);
            }
        }
        assert!(given > 10);
        let error = DecodeError::from(giver.give(&mut data()).expect_err("no credit"));
        assert_eq!(facts(&error).1, MessageFault::FlowState);
        // The end, while data is still under way.
        let end = giver.close().expect("EOT");
        for message in under_way {
            taker.receive(&message).expect("DAT");
        }
        let received = taker.receive(&end).expect("EOT");
        assert_eq!(received.event, Event::End);
        assert_eq!(giver.receive(&received.answer.expect("EOT")).expect("EOT").answer, None);
        assert!(giver.is_closed() && taker.is_closed() && !taker.is_open());
    }
}

#[test]
fn messages_that_cannot_come() {
    let at = |seqno, label: &'static str| Message { seqno, ..flow(label) };
    let refused = |end: &Endpoint, message: &Message<'_>| {
        let mut end = end.clone();
        let before = format!("{end:?}");
        let error = end.receive(message).expect_err("refused");
        assert_eq!(format!("{end:?}"), before, "after an error the end is as it was");
        assert!(MessageError::of(error.kind()).is_some_and(|fault| fault.fault == MessageFault::FlowState), "{error}");
    };
    let (dat, eot) = (r#"{"flow":"DAT"}"#, r#"{"flow":"EOT"}"#);
    let bot = r#"{"flow":"BOT","direction":"inject","credit":3}"#;
    let pay = r#"{"flow":"PAY","credit":3}"#;
    let server = Endpoint::server(3);
    for label in [dat, eot, pay] {
        refused(&server, &at(0, label));
    }
    refused(&server, &at(1, bot));
    let mut client = Endpoint::client(Direction::Extract, 3);
    refused(&client, &at(0, bot));
    client.open().expect("BOT");
    assert!(client.open().is_err() && Endpoint::server(1).open().is_err());
    for label in [
        dat,
        pay,
        r#"{"flow":"BOT","direction":"extract","credit":3}"#,
        r#"{"flow":"BOT","direction":"inject","credit":4}"#,
    ] {
        refused(&client, &at(0, label));
    }
    assert!(client.close().is_err() && client.pay().is_err() && client.give(&mut data()).is_err());

    let (mut giver, mut taker) = opened(Direction::Extract, 3, 3);
    refused(&giver, &at(1, dat));
    refused(&giver, &at(1, r#"{"flow":"PAY","credit":4}"#));
    refused(&giver, &at(2, pay));
    refused(&giver, &at(1, bot));
    // Nothing was paid for yet.
    refused(&taker, &at(1, dat));
    refused(&taker, &at(1, pay));
    assert!(giver.pay().is_err() && taker.give(&mut data()).is_err());
    let payment = taker.pay().expect("a taker").expect("credit");
    giver.receive(&payment).expect("PAY");
    assert_eq!(taker.pay().expect("a taker"), None);
    refused(&giver, &at(2, r#"{"flow":"PAY","credit":1}"#));
    let mut without_parts = Message::default();
    assert!(giver.give(&mut without_parts).is_err());
    assert_eq!(without_parts, Message::default());
    let mut wrong_label = Message { label: "[]".into(), ..data() };
    assert!(giver.give(&mut wrong_label).is_err());
    assert_eq!((giver.credit(), wrong_label.form), (3, Form::TENS));
    let mut first = data();
    giver.give(&mut first).expect("credit");
    assert_eq!(first.seqno, 1);

    let end = giver.close().expect("EOT");
    assert!(giver.close().is_err() && giver.give(&mut data()).is_err());
    taker.receive(&first).expect("DAT");
    taker.receive(&end).expect("EOT");
    refused(&taker, &at(3, dat));
    assert!(taker.close().is_err());
}

/// Either end may close while messages of the other are under way; those still count.
#[test]
fn messages_that_come_while_closing() {
    let (mut giver, mut taker) = opened(Direction::Extract, 3, 3);
    giver.receive(&taker.pay().expect("a taker").expect("credit")).expect("PAY");
    let (mut first, mut second) = (data(), data());
    giver.give(&mut first).expect("credit");
    taker.receive(&first).expect("DAT");
    giver.give(&mut second).expect("credit");
    let pay = taker.pay().expect("a taker").expect("credit");
    // Both close at once, with data under way to one and credit to the other.
    let (of_giver, of_taker) = (giver.close().expect("EOT"), taker.close().expect("EOT"));
    assert_eq!(taker.receive(&second).expect("DAT").event, Event::Data);
    assert_eq!(giver.receive(&pay).expect("PAY").event, Event::Credit(1));
    assert!(!giver.can_give() && giver.give(&mut data()).is_err() && taker.pay().is_err());
    for (end, eot) in [(&mut giver, &of_taker), (&mut taker, &of_giver)] {
        assert!(!end.is_open() && !end.is_closed());
        let received = end.receive(eot).expect("EOT");
        assert_eq!((received.event, received.answer), (Event::End, None));
        assert!(end.is_closed());
    }
}

/// A server answers BOT with EOT, as the broker of the Python package does; an echo may follow or not.
#[test]
fn a_server_refuses_to_open() {
    let (mut client, mut server) = (Endpoint::client(Direction::Extract, 3), Endpoint::server(3));
    let opening = client.open().expect("BOT");
    let refusal = server.refuse(&opening).expect("EOT");
    assert_eq!((refusal.flow().expect("a flow"), refusal.seqno, refusal.form), (Flow::Eot, 0, Form::FLOW));
    assert!(server.is_closed() && !server.is_open() && server.direction() == Direction::Inject);
    let received = client.receive(&refusal).expect("EOT");
    assert_eq!((received.event, received.answer), (Event::End, None));
    assert!(client.is_closed() && client.close().is_err() && !client.can_give());
    // The broker keeps the other words of BOT.
    let mut client = Endpoint::client(Direction::Inject, 3);
    client.open().expect("BOT");
    let refusal = flow(r#"{"flow":"EOT","direction":"extract","credit":3,"cid":1}"#);
    assert_eq!(client.receive(&refusal).expect("EOT").event, Event::End);

    // One echo and nothing else may come after a refusal.
    let after = |label| Message { seqno: 1, ..flow(label) };
    for label in [r#"{"flow":"DAT"}"#, r#"{"flow":"PAY","credit":1}"#] {
        let error = server.receive(&after(label)).expect_err("nothing follows");
        assert_eq!(facts(&error).1, MessageFault::FlowState);
    }
    assert_eq!(server.receive(&after(r#"{"flow":"EOT"}"#)).expect("an echo").answer, None);
    assert!(server.is_closed());
    assert!(server.receive(&Message { seqno: 2, ..flow(r#"{"flow":"EOT"}"#) }).is_err());

    // What is no opening cannot be refused; the end is as it was.
    let mut server = Endpoint::server(3);
    let before = format!("{server:?}");
    assert!(server.refuse(&flow(r#"{"flow":"EOT"}"#)).is_err());
    assert!(server.refuse(&Message { seqno: 1, ..opening.clone() }).is_err());
    assert!(Endpoint::client(Direction::Inject, 3).refuse(&opening).is_err());
    assert_eq!(format!("{server:?}"), before);
    let (mut client, mut server) = opened(Direction::Extract, 3, 3);
    assert!(server.refuse(&opening).is_err() && server.is_open());
    let answer = Message { seqno: 0, ..flow(r#"{"flow":"BOT","direction":"inject","credit":3}"#) };
    assert!(client.refuse(&answer).is_err() && client.is_open());
    let mut client = Endpoint::client(Direction::Extract, 3);
    client.open().expect("BOT");
    let error = client.refuse(&answer).expect_err("a client");
    assert_eq!(error.to_string(), "flow: expected BOT for a server, found BOT");
}
