//! Pictures as pixels: what goes in comes out, and what is too large or damaged is refused before it costs anything.

use allocation_counter::measure;
use ndarray::{Array3, ArrayView3, Axis, s};
use tensor_format::{
    ErrorKind, Image, ImageRef, Tensor,
    pixels::{self, Options, PictureFormat, Sample},
};

const JPEG: PictureFormat = PictureFormat::Jpeg { quality: 95 };

/// A picture on which the decoder of JPEG has an assert.
const ASSERTED: &str = "\
    ffd8ffc000110800fc000403011100021101032200ffdb00430006040506050406060506070706080a100a0a09090a140e0f0c1017141818\
    171416161a1d251f1a1b010c03b1202c20232627292a29191f2d352d283025282928ffdb0043010707070a080a130a0a13281a161a282828\
    28282828282828ffd8ffe000104a46494600000200000100010001ffc000110800000c030028282828282828282828ffc4001f0000010501\
    010101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d0102da00080101000a1ad4\
    0000010203f9faffda00080101000a1ad40000010203040506070803010002110311003f00e7342f0fe95fd9b1ff00a0c3f95311ffd90ac7\
    c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9ea300000000000000000000000d900dae1e2e3f2f3f4f5f6f7f8f9faffda00080101000a\
    1ad45311ff0ae5e6e7e8e9ea300000000000000000000000d900dae1e2e3f2f3f4f5f6f7f8f9faffda00080101000a1ad411ff";

/// Pixels without two alike in a row.
fn pattern<T: Sample>(shape: (usize, usize, usize), value: fn(usize) -> T) -> Array3<T> {
    Array3::from_shape_fn(shape, |(y, x, c)| value(y * 31 + x * 7 + c * 101))
}

fn error(result: Result<Array3<u8>, ErrorKind>) -> String {
    result.expect_err("an error").to_string()
}

#[test]
fn png_keeps_every_pixel() {
    for channels in 1..=4 {
        for (height, width) in [(1, 1), (3, 5), (64, 33)] {
            let pixels = pattern((height, width, channels), |i| i as u8);
            let image = pixels::encode(&pixels, PictureFormat::Png).expect("a picture");
            assert_eq!(image.format(), b"png");
            assert_eq!(pixels::decode::<u8>(image.as_ref()).expect("pixels"), pixels);
            let pixels = pattern((height, width, channels), |i| (i * 999) as u16);
            let image = pixels::encode(&pixels, PictureFormat::Png).expect("a picture");
            assert_eq!(pixels::decode::<u16>(image.as_ref()).expect("pixels"), pixels);
        }
    }
}

#[test]
fn jpeg_keeps_pixels_nearly() {
    for channels in [1, 3] {
        let pixels = Array3::from_shape_fn((40, 24, channels), |(y, x, _)| (4 * y + 2 * x) as u8);
        let image = pixels::encode(&pixels, JPEG).expect("a picture");
        assert_eq!(image.format(), b"jpg");
        let found = pixels::decode::<u8>(image.as_ref()).expect("pixels");
        assert_eq!(found.dim(), pixels.dim());
        let off = found.iter().zip(&pixels).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(off.is_some_and(|off| off < 16), "{off:?}");
    }
}

#[test]
fn pixels_of_any_layout_are_the_same_picture() {
    let pixels = pattern((6, 4, 3), |i| i as u8);
    let expected = pixels::encode(&pixels, PictureFormat::Png).expect("a picture");
    let mut columns = Array3::<u8>::zeros((4, 6, 3)).permuted_axes([1, 0, 2]);
    columns.assign(&pixels);
    assert_eq!(pixels::encode(&columns, PictureFormat::Png).expect("a picture"), expected);
    let mut upside_down = pixels.clone();
    upside_down.invert_axis(Axis(0));
    let found = pixels::encode(&upside_down, PictureFormat::Png).expect("a picture");
    assert_eq!(pixels::decode::<u8>(found.as_ref()).expect("pixels"), upside_down);
    let part: ArrayView3<'_, u8> = pixels.slice(s![1..3, .., ..]);
    let found = pixels::encode(&part, PictureFormat::Png).expect("a picture");
    assert_eq!(pixels::decode::<u8>(found.as_ref()).expect("pixels"), part);
}

#[test]
fn channels_and_depth_are_converted_on_request() {
    let grey = pattern((2, 3, 1), |i| i as u8);
    let image = pixels::encode(&grey, PictureFormat::Png).expect("a picture");
    let rgba = Options::new().channels(4).decode::<u8>(image.as_ref()).expect("pixels");
    assert_eq!(rgba.dim(), (2, 3, 4));
    assert!(rgba.slice(s![.., .., 3]).iter().all(|opacity| *opacity == 255));
    assert_eq!(rgba.slice(s![.., .., 0..1]), grey);
    let back = Options::new().channels(1).decode::<u8>(image.as_ref()).expect("pixels");
    assert_eq!(back, grey);
    assert_eq!(
        pixels::decode::<u16>(image.as_ref()).expect_err("8 bits").to_string(),
        "picture \"png\": its samples have 8 bits, not 16"
    );
    let wide = Options::new().allow_other_depth(true).decode::<u16>(image.as_ref()).expect("pixels");
    assert_eq!(wide, grey.mapv(|sample| u16::from(sample) * 257));
    assert!(pixels::encode(&Array3::<u8>::zeros((1, 65_535, 1)), JPEG).is_ok());
    assert!(pixels::encode(&Array3::<u8>::zeros((65_535, 1, 1)), JPEG).is_ok());
    let deep = pixels::encode(&wide, PictureFormat::Png).expect("a picture");
    assert_eq!(error(pixels::decode(deep.as_ref())), "picture \"png\": its samples have 16 bits, not 8");
    let narrow = Options::new().allow_other_depth(true).decode::<u8>(deep.as_ref()).expect("pixels");
    assert_eq!(narrow, grey);
    for channels in [0, 5] {
        assert_eq!(
            error(Options::new().channels(channels).decode(image.as_ref())),
            format!("picture \"png\": pixels have 1 to 4 channels, not {channels}")
        );
    }
}

#[test]
fn what_no_picture_can_hold() {
    let encode = |shape, format| pixels::encode(&Array3::<u8>::zeros(shape), format).expect_err("an error").to_string();
    assert_eq!(encode((1, 1, 0), PictureFormat::Png), "picture \"png\": pixels have 1 to 4 channels, not 0");
    assert_eq!(encode((1, 1, 5), PictureFormat::Png), "picture \"png\": pixels have 1 to 4 channels, not 5");
    assert_eq!(encode((0, 7, 1), PictureFormat::Png), "picture \"png\": a picture of 7 x 0 pixels has none");
    assert_eq!(encode((7, 0, 1), JPEG), "picture \"jpg\": a picture of 0 x 7 pixels has none");
    assert_eq!(encode((1, 1, 2), JPEG), "picture \"jpg\": it holds 1 or 3 channels of 8 bits, not 2 of 8");
    assert_eq!(encode((1, 65_536, 1), JPEG), "picture \"jpg\": it holds at most 65535 pixels a side, not 65536 x 1");
    assert_eq!(
        encode((1, 1, 1), PictureFormat::Jpeg { quality: 0 }),
        "picture \"jpg\": its quality is from 1 to 100, not 0"
    );
    let deep = pixels::encode(&Array3::<u16>::zeros((1, 1, 3)), JPEG).expect_err("16 bits").to_string();
    assert_eq!(deep, "picture \"jpg\": it holds 1 or 3 channels of 8 bits, not 3 of 16");
}

#[test]
fn what_is_no_picture_is_named() {
    assert_eq!(
        error(pixels::decode(ImageRef::new("gif", b"GIF89a"))),
        "picture \"gif\": the content is neither PNG nor JPEG"
    );
    assert_eq!(
        error(pixels::decode(ImageRef::new("\u{e9}", b""))),
        "picture \"\\xc3\\xa9\": the content is neither PNG nor JPEG"
    );
    for format in [PictureFormat::Png, JPEG] {
        let image = pixels::encode(&pattern((16, 16, 3), |i| i as u8), format).expect("a picture");
        let (data, mut refused) = (image.data(), 0);
        for end in 0..data.len() {
            match pixels::decode::<u8>(ImageRef::new(image.format(), &data[..end])) {
                Err(ErrorKind::Picture { .. }) => refused += 1,
                Err(other) => panic!("{other}"),
                Ok(pixels) => assert_eq!(pixels.dim(), (16, 16, 3)),
            }
        }
        // A JPEG that lacks its last bytes is shown by everyone; everything up to the pixels is needed.
        assert!(refused > data.len() / 4, "{refused} of {}", data.len());
        for at in 0..data.len() {
            let mut broken = data.to_vec();
            broken[at] = [0, 0xff, data[at] ^ 1][at % 3];
            let small = Options::new().max_pixels(1 << 16).max_expanded(1 << 20);
            let _ = small.decode::<u8>(ImageRef::new(image.format(), &broken));
        }
    }
}

/// A few bytes that claim, or hold, very many pixels: refused by what the head says, before any memory is taken.
#[test]
fn bombs_are_refused_within_the_limits() {
    // 100 MB of pixels in about 100 kB.
    let bomb = pixels::encode(&Array3::<u8>::zeros((10_000, 10_000, 1)), PictureFormat::Png).expect("a picture");
    assert!(bomb.data().len() < 1 << 20, "{}", bomb.data().len());
    let within = |options: Options, image: &Image, expected: &str| {
        let used = measure(|| {
            let found = options.decode::<u8>(image.as_ref()).expect_err("too large").to_string();
            assert_eq!(found, expected);
        });
        assert!(used.bytes_max < 1 << 20, "{} bytes taken", used.bytes_max);
    };
    let pixels = "limit exceeded: at most 1000000 pixels in one picture allowed, found 100000000";
    within(Options::new().max_pixels(1_000_000), &bomb, pixels);
    within(
        Options::new().max_pixels(u64::MAX).max_expanded(1 << 20),
        &bomb,
        "limit exceeded: at most 1048576 bytes after expansion allowed, found 100000000",
    );
    let most = (64 << 20) + 32 * bomb.data().len();
    within(
        Options::new().max_pixels(u64::MAX),
        &bomb,
        &format!("limit exceeded: at most {most} bytes after expansion allowed, found 100000000"),
    );
    // Channels that are asked for count too.
    let most = "limit exceeded: at most 50000 bytes after expansion allowed, found 80000";
    let small = pixels::encode(&Array3::<u8>::zeros((100, 200, 1)), PictureFormat::Png).expect("a picture");
    within(Options::new().max_expanded(50_000).channels(4), &small, most);
    assert!(Options::new().max_expanded(80_000).channels(4).decode::<u8>(small.as_ref()).is_ok());
    // By default too.
    within(Options::new(), &bomb, "limit exceeded: at most 67108864 pixels in one picture allowed, found 100000000");

    // A small picture in front, 100 MB of pixels behind it.
    let mut small = bomb.data().to_vec();
    small[16..24].copy_from_slice(&[0, 0, 0, 8, 0, 0, 0, 8]);
    let crc = crc(&small[12..29]);
    small[29..33].copy_from_slice(&crc.to_be_bytes());
    let used = measure(|| {
        // Whether what follows the last row is an error is the decoder's affair; what it costs is not.
        let _ = pixels::decode::<u8>(ImageRef::new("png", &small));
    });
    assert!(used.bytes_max < 4 << 20, "{} bytes taken", used.bytes_max);

    // A JPEG of 16 pixels that claims to have 65 535 x 65 535.
    let jpeg = pixels::encode(&pattern((4, 4, 3), |i| i as u8), JPEG).expect("a picture");
    let mut data = jpeg.data().to_vec();
    let start_of_frame = data.windows(2).position(|marker| marker == [0xff, 0xc0]).expect("a frame");
    data[start_of_frame + 5..start_of_frame + 9].fill(0xff);
    within(
        Options::new(),
        &Image::new("jpg", data.clone()),
        "limit exceeded: at most 67108864 pixels in one picture allowed, found 4294836225",
    );
    // And one that claims no more than is allowed, and does not have it.
    data[start_of_frame + 5..start_of_frame + 9].copy_from_slice(&[0x03, 0xe8, 0x03, 0xe8]);
    let used = measure(|| {
        let _ = Options::new().max_pixels(1_000_000).decode::<u8>(ImageRef::new("jpg", &data));
    });
    assert!(used.bytes_max < 16 << 20, "{} bytes taken", used.bytes_max);
}

/// The check sum of PNG, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

#[derive(Tensor, Debug, PartialEq)]
struct Photos {
    #[tensor(with = tensor_format::pixels::png)]
    first: Array3<u8>,
    #[tensor(with = tensor_format::pixels::png16)]
    deep: Option<Array3<u16>>,
    #[tensor(with = tensor_format::pixels::jpeg)]
    small: Option<Array3<u8>>,
}

#[test]
fn fields_of_pixels_travel_as_pictures() {
    let photos = Photos {
        first: pattern((2, 3, 3), |i| i as u8),
        deep: Some(pattern((2, 2, 1), |i| (i * 777) as u16)),
        small: None,
    };
    let bytes = tensor_format::to_vec(&photos).expect("bytes");
    assert_eq!(tensor_format::from_slice::<Photos>(&bytes).expect("photos"), photos);
    let dynamic: tensor_format::Record = tensor_format::from_slice(&bytes).expect("a record");
    assert_eq!(dynamic.get("first").map(|tensor| tensor.as_ref().header().to_string()), Some("image []".to_owned()));

    let five = Photos { first: Array3::zeros((1, 1, 5)), deep: None, small: None };
    assert_eq!(
        tensor_format::to_vec(&five).expect_err("5 channels").to_string(),
        "parameter `first`: picture \"png\": pixels have 1 to 4 channels, not 5"
    );
    #[derive(Tensor)]
    struct Elements {
        first: Image,
    }
    let wrong = tensor_format::to_vec(&Elements { first: Image::new("gif", b"GIF89a") }).expect("bytes");
    let error = tensor_format::from_slice::<Photos>(&wrong).expect_err("a gif");
    assert!(error.to_string().starts_with("parameter `first`: picture \"gif\": the content is neither PNG nor JPEG"));
}

/// Asserts of a decoder on what is in a picture are errors.
#[test]
fn a_picture_that_a_decoder_gives_up_is_refused() {
    let data = hex::decode(ASSERTED).expect("bytes");
    let error = pixels::decode::<u8>(ImageRef::new("jpg", &data)).expect_err("no picture").to_string();
    assert!(error.starts_with("picture \"jpg\": it does not hold what it says: "), "{error}");
}
