//! A model served over TCP, and clients that call it.
//!
//! ```text
//! cargo run --example model_server                       # serves, calls itself, and stops
//! cargo run --example model_server -- 127.0.0.1:8080     # serves until its standard input ends
//! ```
//!
//! From Python, with the tensor class and the framing of the published client (`pip install decthings-api`):
//! `python3 examples/model_server.py 127.0.0.1:8080`. From JavaScript, with nothing but node:
//! `node examples/model_server.mjs 127.0.0.1:8080`.
//!
//! The server is `server.rs`: HTTP/1.1, one thread a connection, limits on connections, bytes and time. What a request
//! says is judged before the model sees it; what is wrong with it goes back as text.

use std::{convert::Infallible, env, error::Error, io, thread};

use tensor_format::{
    Model, Tensor,
    decthings::{Parameters, request, response},
};
use tensor_format_examples::{
    client::Client,
    server::{Limits, Server},
};

/// Flowers to be named: petals and sepals in centimetres.
#[derive(Tensor, Clone)]
struct Flowers {
    #[tensor(shape = [n, 4])]
    measures: Vec<[f32; 4]>,
}

/// The species of each flower, and how far it is from the typical one.
#[derive(Tensor, Debug)]
struct Species {
    #[tensor(shape = [n])]
    species: Vec<String>,
    #[tensor(shape = [n])]
    distance: Vec<f32>,
}

/// The nearest of three typical flowers.
struct Nearest;

const TYPICAL: [(&str, [f32; 4]); 3] =
    [("setosa", [5.0, 3.4, 1.5, 0.2]), ("versicolor", [5.9, 2.8, 4.3, 1.3]), ("virginica", [6.6, 3.0, 5.6, 2.0])];

impl Model for Nearest {
    type Input<'a> = Flowers;
    type Output = Species;
    type Error = Infallible;

    fn run(&self, input: Flowers) -> Result<Species, Infallible> {
        let nearest = input.measures.iter().map(|flower| {
            let distance =
                |typical: &[f32; 4]| flower.iter().zip(typical).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
            TYPICAL.iter().fold(("", f32::INFINITY), |best, (name, typical)| {
                let here = distance(typical);
                if here < best.1 { (name, here) } else { best }
            })
        });
        let (species, distance) = nearest.map(|(name, distance)| (name.to_owned(), distance)).unzip();
        Ok(Species { species, distance })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(address) = env::args().nth(1) {
        let server = Server::start(Nearest, address, Limits::default())?;
        println!("serving at http://{}", server.address());
        io::copy(&mut io::stdin(), &mut io::sink())?;
        server.stop();
        return Ok(());
    }

    let server = Server::start(Nearest, "127.0.0.1:0", Limits::default())?;
    let address = server.address();
    let flowers = Flowers { measures: vec![[5.1, 3.5, 1.4, 0.2], [6.3, 3.3, 6.0, 2.5]] };

    // A record in one buffer, there and back.
    let mut client = Client::connect(address)?;
    let (status, body) = client.post("/record", &tensor_format::to_vec(&flowers)?)?;
    println!("record: {status}, {:?}", tensor_format::from_slice::<Species>(&body)?);

    // The same as the Decthings clients say it, two inputs at once.
    let inputs = [flowers.clone(), Flowers { measures: vec![[6.0, 2.7, 4.1, 1.0]] }];
    let parameters = Parameters::batch(&inputs);
    let (status, body) = client.post("/request", &request::write(&parameters.list()?, &parameters)?)?;
    let message = response::read(&body)?;
    let outputs: Vec<Species> = message.decode_batch(&message.json()?)?;
    println!("request of two inputs: {status}, {outputs:?}");

    // What does not fit is named, and the connection goes on.
    #[derive(Tensor)]
    struct Wrong {
        measures: Vec<[f64; 3]>,
    }
    let wrong = Wrong { measures: vec![[1.0; 3]] };
    let (status, body) = client.post("/request", &request::to_vec(&wrong)?)?;
    println!("wrong request: {status}, {}", String::from_utf8_lossy(&body));

    // Many connections at once.
    let clients: Vec<_> = (0..16u8)
        .map(|i| {
            let flowers = Flowers { measures: vec![[f32::from(i), 3.0, 2.0, 1.0]; 100] };
            thread::spawn(move || -> Result<usize, Box<dyn Error + Send + Sync>> {
                let mut client = Client::connect(address)?;
                let mut named = 0;
                for _ in 0..20 {
                    let (_, body) = client.post("/record", &tensor_format::to_vec(&flowers)?)?;
                    named += tensor_format::from_slice::<Species>(&body)?.species.len();
                }
                Ok(named)
            })
        })
        .collect();
    let mut named = 0;
    for client in clients {
        named += client.join().map_err(|_| "a client panicked")?.map_err(|error| error.to_string())?;
    }
    println!("16 connections: {named} flowers named");

    server.stop();
    println!("stopped: {}", Client::connect(address).is_err());
    Ok(())
}
