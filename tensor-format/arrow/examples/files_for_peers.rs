//! Files for other libraries: `files_for_peers FOLDER` writes one of each kind and option there, and
//! `files_for_peers FOLDER check` reads what another library has made of them, `back-` before their names.

use std::{collections::BTreeMap, error::Error, fs, path::Path};

use half::f16;
use tensor_format::{Audio, Binary, Image, Many, Tensor, Video};
use tensor_format_arrow::{WriteOptions, ipc, parquet};

/// Tensors of fixed shape of each type of numbers that Arrow has, but for those that samples have.
#[derive(Tensor, Debug, PartialEq)]
struct Numbers {
    u16: [[u16; 2]; 2],
    u32: [[u32; 2]; 2],
    u64: [[u64; 2]; 2],
    i8: [[i8; 2]; 2],
    i16: [[i16; 2]; 2],
    i32: [[i32; 2]; 2],
    i64: [[i64; 2]; 2],
    f64: [[f64; 2]; 2],
}

#[derive(Tensor, Debug, PartialEq)]
enum Side {
    Left,
    Right,
}

#[derive(Tensor, Debug, PartialEq)]
struct Camera {
    position: [f32; 2],
    zoom: Option<f32>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Sample {
    #[tensor(shape = [c: 3, h: 2, w: 4])]
    pixels: [[[f32; 4]; 2]; 3],
    half: [f16; 2],
    flags: [[bool; 3]; 2],
    words: [String; 2],
    #[tensor(shape = [n, 4])]
    boxes: Vec<[f64; 4]>,
    tokens: Vec<u32>,
    mask: Vec<[bool; 3]>,
    texts: Vec<String>,
    image: Image,
    label: String,
    data: Binary,
    flag: bool,
    count: i64,
    score: Option<f32>,
    spare: Option<[u8; 2]>,
    noise: [u8; 300],
    frames: Many<[[i16; 2]; 2]>,
    audio: Audio,
    video: Option<Video>,
    keys: [Binary; 2],
    blobs: Vec<Binary>,
    scores: BTreeMap<String, f32>,
    numbers: Numbers,
    camera: Camera,
    #[tensor(ragged)]
    sentences: Vec<Vec<u32>>,
    side: Side,
    #[tensor(metadata)]
    run: Vec<u8>,
    #[tensor(metadata)]
    note: Option<String>,
}

/// Two rows of numbers that end with the number of the sample.
fn square<T: From<u8> + Copy>(at: u8) -> [[T; 2]; 2] {
    [[T::from(1), T::from(2)], [T::from(3), T::from(at)]]
}

/// Sample number `at`, as the other side makes it too.
fn sample(at: u8) -> Sample {
    let number = f32::from(at);
    let pixel = |c: u8, h: u8, w: u8| 100.0 * number + f32::from(c * 8 + h * 4 + w);
    Sample {
        pixels: [0, 1, 2].map(|c| [0, 1].map(|h| [0, 1, 2, 3].map(|w| pixel(c, h, w)))),
        half: [f16::from_f32(number), f16::from_f32(-0.5)],
        flags: [[at % 2 == 0, true, false], [at % 3 == 0, false, true]],
        words: [format!("é{at}"), String::new()],
        boxes: (0..at % 4).map(|i| [f64::from(at), f64::from(i), 0.5, -1.0]).collect(),
        tokens: (0..u32::from(at)).collect(),
        mask: (0..at % 3).map(|i| [i == 0, at % 2 == 0, true]).collect(),
        texts: (0..at % 3).map(|i| format!("t{i}")).collect(),
        image: Image::new("png", vec![at; at.into()]),
        label: format!("label {at}"),
        data: Binary::from(vec![0xff; at.into()]),
        flag: at % 2 == 1,
        count: -i64::from(at),
        score: (at % 2 == 0).then_some(number / 2.0),
        spare: (at % 3 == 0).then_some([at, 255]),
        noise: std::array::from_fn(|index| (31 * usize::from(at) + 7 * index) as u8),
        frames: Many((0..at % 3).map(|i| [[i16::from(i), 1], [-1, i16::from(at)]]).collect()),
        audio: Audio::new("wav", vec![at; 2]),
        video: (at % 2 == 1).then(|| Video::new("mp4", vec![at])),
        keys: [Binary::from(vec![at]), Binary::from(vec![])],
        blobs: (0..at % 3).map(|i| Binary::from(vec![0xff; i.into()])).collect(),
        scores: (0..at % 3).map(|i| (format!("k{i}"), f32::from(i) / 2.0)).collect(),
        numbers: Numbers {
            u16: square(at),
            u32: square(at),
            u64: square(at),
            i8: [[1, 2], [3, at as i8]],
            i16: square(at),
            i32: square(at),
            i64: square(at),
            f64: square(at),
        },
        camera: Camera { position: [number, 0.5], zoom: (at == 1).then_some(2.0) },
        sentences: (0..at % 3).map(|i| (0..u32::from(i)).collect()).collect(),
        side: if at % 2 == 0 { Side::Left } else { Side::Right },
        run: vec![at, 1],
        note: (at % 2 == 0).then(|| format!("é\"{at}")),
    }
}

const SAMPLES: u8 = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, check) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [folder] => (Path::new(folder).to_owned(), false),
        [folder, "check"] => (Path::new(folder).to_owned(), true),
        _ => return Err("usage: files_for_peers FOLDER [check]".into()),
    };
    let samples: Vec<Sample> = (0..SAMPLES).map(sample).collect();
    let new = WriteOptions::new().max_rows(3);
    let kinds = [("default", new), ("bool8", new.bool8(true)), ("large", new.large(true)), ("plain", new.plain(true))];
    for (name, options) in kinds {
        let path = |ending: &str| {
            folder.join(if check { format!("back-{name}.{ending}") } else { format!("{name}.{ending}") })
        };
        if check {
            let read = ipc::read_file::<Sample, _>(fs::File::open(path("arrow"))?)?;
            assert_eq!(read, samples, "{name}");
            let read = ipc::read_stream::<Sample, _>(fs::File::open(path("arrows"))?)?;
            assert_eq!(read, samples, "{name}");
            let read = parquet::read::<Sample, _>(fs::File::open(path("parquet"))?)?;
            assert_eq!(read, samples, "{name}");
        } else {
            ipc::write_file_with(fs::File::create(path("arrow"))?, &samples, &options)?;
            ipc::write_stream_with(fs::File::create(path("arrows"))?, &samples, &options)?;
            parquet::write_with(fs::File::create(path("parquet"))?, &samples, &options)?;
        }
    }
    println!("{} files {}", 3 * kinds.len(), if check { "read" } else { "written" });
    Ok(())
}
