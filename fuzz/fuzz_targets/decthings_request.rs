//! Any bytes as a message of the Decthings clients, in each frame and dialect: no reader may panic, and what is accepted
//! is the same once written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tensor_format::{
    Model, Record, Tensor,
    decthings::{Dialect, Message, Options, ParameterList, Parameters, request},
};
use tensor_format_fuzz::bounds::Bound;

#[derive(Tensor)]
struct Input {
    #[tensor(shape = [n])]
    x: Vec<f32>,
    words: Option<Vec<String>>,
}

struct Echo;

impl Model for Echo {
    type Input<'a> = Input;
    type Output = Input;
    type Error = core::convert::Infallible;

    fn run(&self, input: Input) -> Result<Input, Self::Error> {
        Ok(input)
    }
}

fuzz_target!(|bytes: &[u8]| {
    let bound = Bound::new("message", bytes.len(), 32);
    for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
        let options = Options::new().dialect(dialect);
        if let Ok(message) = bound.hold(|| options.read_request(bytes)) {
            assert_eq!(message.to_request().expect("what was read can be written"), bytes);
            look_at(&message, options);
        }
        if let Ok((id, message)) = bound.hold(|| options.read_websocket_request(bytes)) {
            assert_eq!(message.to_websocket_request(id).expect("what was read can be written"), bytes);
        }
        if let Ok(message) = bound.hold(|| options.read_response(bytes)) {
            assert_eq!(message.to_response().expect("what was read can be written"), bytes);
            look_at(&message, options);
        }
        if let Ok((reply, message)) = bound.hold(|| options.read_reply(bytes)) {
            assert_eq!(message.to_reply(reply).expect("what was read can be written"), bytes);
        }
        let mut out = Vec::new();
        if options.call_request(&Echo, bytes, &mut out).is_ok() {
            let message = options.read_response(&out).expect("a response that was written can be read");
            let list = message.json().expect("its list");
            message.decode_batch::<Input>(&list).expect("its values");
        }
    }
});

fn look_at(message: &Message<'_>, options: Options) {
    let Ok(list) = message.json::<ParameterList>() else { return };
    let _ = message.check_all::<Input>(&list);
    let _ = message.decode_batch::<Record>(&list);
    if let Ok(record) = message.decode::<Record>(&list) {
        let parameters = Parameters::new(&record).with_options(options);
        let Ok(list) = parameters.list() else { return };
        let Ok(written) = request::write(&list, &parameters) else { return };
        let again = options.read_request(&written).expect("what is written can be read");
        assert_eq!(again.decode::<Record>(&list).expect("as before"), record);
    }
}
