//! A client of the server: one connection, one request after another.

use std::{
    io::{self, Read, Write},
    net::{TcpStream, ToSocketAddrs},
    time::Duration,
};

/// A connection that is kept.
#[derive(Debug)]
pub struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    ///
    /// If nobody listens there.
    pub fn connect(address: impl ToSocketAddrs) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Self { stream, buffer: Vec::new() })
    }

    /// Posts a body and gives status and body of the answer.
    ///
    /// # Errors
    ///
    /// If the connection ends, or what comes back is not HTTP.
    pub fn post(&mut self, path: &str, body: &[u8]) -> io::Result<(u16, Vec<u8>)> {
        let head = format!("POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n", body.len());
        self.send(&[head.as_bytes(), body].concat())
    }

    /// Sends any bytes and waits for an answer.
    ///
    /// # Errors
    ///
    /// As [`post`](Self::post).
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<(u16, Vec<u8>)> {
        self.stream.write_all(bytes)?;
        loop {
            if let Some((status, start, end)) = self.parse()? {
                while self.buffer.len() < end {
                    self.more()?;
                }
                let body = self.buffer.get(start..end).unwrap_or_default().to_vec();
                self.buffer.drain(..end);
                return Ok((status, body));
            }
            self.more()?;
        }
    }

    fn more(&mut self) -> io::Result<()> {
        let mut chunk = [0; 16 << 10];
        match self.stream.read(&mut chunk)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            count => {
                self.buffer.extend_from_slice(chunk.get(..count).unwrap_or_default());
                Ok(())
            }
        }
    }

    /// Status, and where the body begins and ends, if the head is there.
    fn parse(&self) -> io::Result<Option<(u16, usize, usize)>> {
        let mut headers = [httparse::EMPTY_HEADER; 32];
        let mut parsed = httparse::Response::new(&mut headers);
        let start = match parsed.parse(&self.buffer).map_err(io::Error::other)? {
            httparse::Status::Complete(start) => start,
            httparse::Status::Partial => return Ok(None),
        };
        let length = parsed.headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
        let length = length.and_then(|header| std::str::from_utf8(header.value).ok()?.trim().parse::<usize>().ok());
        let length = length.ok_or_else(|| io::Error::other("the response has no content length"))?;
        Ok(Some((parsed.code.unwrap_or_default(), start, start.saturating_add(length))))
    }
}
