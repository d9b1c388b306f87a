//! Makes the picture and the sound in `examples/assets`, with integers alone, so that every machine makes the same bytes.
//!
//! `cargo run --example make_assets` writes them; with `-- --check` it compares them with the files instead.

use std::{error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let check = std::env::args().any(|argument| argument == "--check");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    for (name, bytes) in [("picture.png", picture(32, 24)), ("sound.wav", sound(8000, 800))] {
        let path = folder.join(name);
        if check && fs::read(&path)? != bytes {
            return Err(format!("{} is not what this program makes", path.display()).into());
        }
        if !check {
            fs::write(&path, &bytes)?;
        }
        println!("{name}: {} bytes", bytes.len());
    }
    Ok(())
}

/// A PNG: a bright disc before two gradients, 8-bit RGB, without compression.
fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut rows = Vec::new();
    for y in 0..height {
        rows.push(0); // no filter
        for x in 0..width {
            let (dx, dy) = (x.abs_diff(width / 2), y.abs_diff(height / 2));
            let disc = dx * dx + dy * dy < height * height / 9;
            rows.extend([(x * 255 / width) as u8, (y * 255 / height) as u8, if disc { 255 } else { 64 }]);
        }
    }
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([8, 2, 0, 0, 0]); // 8 bits a channel, RGB

    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut png, b"IHDR", &header);
    chunk(&mut png, b"IDAT", &stored(&rows));
    chunk(&mut png, b"IEND", &[]);
    png
}

fn chunk(png: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    png.extend((data.len() as u32).to_be_bytes());
    let start = png.len();
    png.extend(kind);
    png.extend(data);
    let sum = crc32(&png[start..]);
    png.extend(sum.to_be_bytes());
}

/// A zlib stream of one stored block, which holds up to 65 535 bytes.
fn stored(data: &[u8]) -> Vec<u8> {
    let len = u16::try_from(data.len()).expect("the picture fits one block");
    let mut zlib = vec![0x78, 0x01, 1];
    zlib.extend(len.to_le_bytes());
    zlib.extend((!len).to_le_bytes());
    zlib.extend(data);
    zlib.extend(adler32(data).to_be_bytes());
    zlib
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

fn adler32(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1, 0), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    b << 16 | a
}

/// A WAV: a triangle wave of 400 Hz that fades out, 16-bit mono.
fn sound(rate: u32, samples: u32) -> Vec<u8> {
    let period = (rate / 400) as i32;
    let data: Vec<u8> = (0..samples as i32)
        .map(|i| {
            let phase = i % period;
            let triangle = (phase - period / 2).abs() * 4 - period; // -period..=period
            let fade = samples as i32 - i;
            (triangle * 12_000 / period * fade / samples as i32) as i16
        })
        .flat_map(i16::to_le_bytes)
        .collect();

    let mut wav = b"RIFF".to_vec();
    wav.extend((36 + data.len() as u32).to_le_bytes());
    wav.extend(b"WAVEfmt ");
    wav.extend(16u32.to_le_bytes());
    wav.extend([1, 0, 1, 0]); // PCM, one channel
    wav.extend(rate.to_le_bytes());
    wav.extend((rate * 2).to_le_bytes());
    wav.extend([2, 0, 16, 0]); // bytes and bits a sample
    wav.extend(b"data");
    wav.extend((data.len() as u32).to_le_bytes());
    wav.extend(data);
    wav
}
