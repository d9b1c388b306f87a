//! ZIO messages to and from Python over loopback TCP: `zmq_peer PYTHON VECTORS` runs `tests/peers/zio_peer.py`, which
//! sends every vector of the file; each is judged here, sent back, and built anew from its tensors and sent too.

use std::{env, error::Error, process::Command};

use bytes::Bytes;
use tensor_format::{
    TensorRef,
    zio::{Message, Part},
};
use tokio::time::{Duration, sleep, timeout};
use zeromq::{PullSocket, PushSocket, Socket, SocketRecv, SocketSend, ZmqError, ZmqMessage};

const WAIT: Duration = Duration::from_secs(30);

type Fallible<T> = Result<T, Box<dyn Error>>;

/// Sends, when the other end is connected: the socket gives the message back before.
async fn send(socket: &mut PushSocket, frames: Vec<Bytes>) -> Fallible<()> {
    let mut message = ZmqMessage::try_from(frames).map_err(|_| "a message without frames")?;
    let sent = async {
        loop {
            match socket.send(message).await {
                Err(ZmqError::ReturnToSender { message: returned, .. }) => message = returned,
                result => return result,
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    Ok(timeout(WAIT, sent).await??)
}

fn frames(message: Message<'_>) -> Vec<Bytes> {
    message.into_frames().into_iter().map(Part::into_bytes).collect()
}

/// The same tensors in a new message; none if the model lacks their element types.
fn anew<'m>(message: &'m Message<'_>) -> Fallible<Option<Message<'m>>> {
    let tensors = message.tensors()?;
    let known: Result<Vec<TensorRef<'m>>, _> = tensors.iter().collect();
    let Ok(known) = known else { return Ok(None) };
    let mut built = Message { label: Part::default(), parts: Vec::new(), ..message.borrow() };
    for (tensor, description) in known.iter().zip(tensors.tens().tensors()) {
        built.append(tensor, description.metadata().cloned())?;
    }
    Ok((!known.is_empty()).then_some(built))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Fallible<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [python, vectors] = arguments.as_slice() else { return Err("usage: zmq_peer PYTHON VECTORS".into()) };
    let count = std::fs::read_to_string(vectors)?.lines().count();
    let (mut pull, mut push) = (PullSocket::new(), PushSocket::new());
    let (from_python, to_python) = (pull.bind("tcp://127.0.0.1:0").await?, push.bind("tcp://127.0.0.1:0").await?);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/zio_peer.py");
    let mut child =
        Command::new(python).args([script, vectors, &from_python.to_string(), &to_python.to_string()]).spawn()?;
    for _ in 0..count {
        let received = timeout(WAIT, pull.recv()).await??.into_vec();
        let message = Message::from_frames(received.clone())?;
        let built = anew(&message)?.map(frames);
        send(&mut push, frames(message.clone())).await?;
        send(&mut push, built.unwrap_or_else(|| vec![Bytes::from_static(b"-"); 2])).await?;
        assert_eq!(frames(message), received);
    }
    let status = tokio::task::spawn_blocking(move || child.wait()).await??;
    if !status.success() {
        return Err(format!("the Python side failed: {status}").into());
    }
    println!("rust: {count} messages received and sent");
    Ok(())
}
