//! A thousand messages from a socket in a loop that allocates nothing: each is received into one buffer and read into one
//! value.

use std::{
    error::Error,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    thread,
};

use allocation_counter::measure;
use ndarray::{Array3, ArrayView3};
use tensor_format::{
    Tensor,
    decthings::{AlignedBuf, decode_into, from_slice},
    to_slices,
};

const FRAMES: u32 = 1000;
/// A few frames until every buffer is as large as it will ever be.
const FIRST: u32 = 10;

/// What a camera sends. It owns its memory, which is read into again and again.
#[derive(Tensor)]
struct Frame {
    number: u32,
    #[tensor(shape = [height, width, 3])]
    image: Array3<f32>,
    boxes: Vec<[f32; 4]>,
    camera: String,
}

impl Frame {
    fn new(number: u32) -> Self {
        let boxes = vec![[0.0, 0.0, 8.0, 8.0]; number as usize % 5];
        Self { number, image: Array3::from_elem((48, 64, 3), number as f32), boxes, camera: "north gate".into() }
    }
}

/// What is needed of it, borrowed from the message: the buffer has placed the image where it can be.
#[derive(Tensor)]
struct FrameView<'a> {
    number: u32,
    #[tensor(shape = [height, width, 3])]
    image: ArrayView3<'a, f32>,
    camera: &'a str,
}

fn send(mut socket: TcpStream) -> Result<(), Box<dyn Error + Send + Sync>> {
    for number in 0..FRAMES {
        let frame = Frame::new(number);
        // The image goes to the socket from where it lies.
        let parts = to_slices(&frame)?;
        let len = u32::try_from(parts.len())?;
        socket.write_all(&len.to_le_bytes())?;
        parts.write_all_vectored(&mut socket)?;
    }
    Ok(())
}

/// Receives one message: its length, then as many bytes.
fn receive(socket: &mut TcpStream, message: &mut AlignedBuf) -> Result<(), Box<dyn Error>> {
    let mut len = [0; 4];
    socket.read_exact(&mut len)?;
    message.read_from(socket, u32::from_le_bytes(len) as usize)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let to = TcpStream::connect(listener.local_addr()?)?;
    let (mut socket, _) = listener.accept()?;
    let sender = thread::spawn(move || send(to));

    let mut message = AlignedBuf::new();
    let mut frame = Frame::new(0);
    let mut sum = 0.0f64;
    let mut step = |number: u32| -> Result<(), Box<dyn Error>> {
        receive(&mut socket, &mut message)?;
        if number.is_multiple_of(2) {
            // An owned value, in the memory of the one before.
            decode_into(&message, &mut frame)?;
            assert_eq!((frame.number, frame.boxes.len()), (number, number as usize % 5));
            sum += f64::from(frame.image[[0, 0, 0]]);
        } else {
            // A borrowed one, which has no memory of its own.
            let view: FrameView<'_> = from_slice(&message)?;
            assert_eq!((view.number, view.camera), (number, "north gate"));
            sum += f64::from(view.image[[47, 63, 2]]);
        }
        Ok(())
    };

    let mut result = Ok(());
    let first = measure(|| result = (0..FIRST).try_for_each(&mut step));
    result?;
    let mut result = Ok(());
    let rest = measure(|| result = (FIRST..FRAMES).try_for_each(&mut step));
    result?;
    if let Err(error) = sender.join().map_err(|_| "the sender has failed")? {
        return Err(error.to_string().into());
    }

    println!("first {FIRST} frames: {} allocations", first.count_total);
    println!("next {} frames: {} allocations, {} bytes", FRAMES - FIRST, rest.count_total, rest.bytes_total);
    assert_eq!(sum, f64::from(FRAMES * (FRAMES - 1) / 2));
    assert_eq!(rest.count_total, 0);
    Ok(())
}
