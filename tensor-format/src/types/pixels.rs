//! Pictures as pixels: `[height, width, channels]`, by decoding and encoding PNG and JPEG.
//!
//! Channels are grey (1), grey and opacity (2), red, green and blue (3), or those and opacity (4), of 8 or 16 bits.
//!
//! ```
//! use ndarray::{Array3, array};
//! use tensor_format::pixels::{self, PictureFormat};
//!
//! let pixels = array![[[255u8, 0, 0], [0, 255, 0]]]; // one row of two pixels
//! let image = pixels::encode(&pixels, PictureFormat::Png)?;
//! assert_eq!(image.format(), b"png");
//! assert_eq!(pixels::decode::<u8>(image.as_ref())?, pixels);
//! # Ok::<(), tensor_format::ErrorKind>(())
//! ```
//!
//! A field of pixels travels as an encoded picture by [`png`], [`png16`] or [`jpeg`]:
//!
//! ```
//! # #[cfg(feature = "derive")] {
//! use ndarray::Array3;
//! use tensor_format::{HasRules, Tensor};
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Photo {
//!     #[tensor(with = tensor_format::pixels::png)]
//!     pixels: Array3<u8>,
//! }
//!
//! assert_eq!(Photo::RULES.to_string(), "{ pixels: image [] }");
//! let photo = Photo { pixels: Array3::zeros((4, 6, 3)) };
//! let bytes = tensor_format::to_vec(&photo)?;
//! assert_eq!(tensor_format::from_slice::<Photo>(&bytes)?, photo);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::{
    format,
    io::Cursor,
    panic::{AssertUnwindSafe, catch_unwind},
    string::{String, ToString},
    vec::Vec,
};

use image::{
    ColorType, DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageError, ImageFormat, ImageResult,
    Limits,
    codecs::{
        jpeg::{JpegDecoder, JpegEncoder},
        png::{PngDecoder, PngEncoder},
    },
};
use ndarray::{Array3, ArrayRef3};

use super::{Image, ImageRef};
use crate::{Element, Encode, EncodeError, ErrorKind, HasRules, Limit, Rules, Sink, error::ExpansionLimit};

/// The type of a sample: `u8` or `u16`.
pub trait Sample: Element + sealed::Sample {}

impl Sample for u8 {}
impl Sample for u16 {}

mod sealed {
    use std::vec::Vec;

    use image::DynamicImage;

    pub trait Sample: Sized {
        const BITS: u8;

        fn samples(image: DynamicImage, channels: usize) -> Vec<Self>;
    }

    macro_rules! sample {
        ($sample:ty, $bits:literal, $grey:ident, $grey_alpha:ident, $rgb:ident, $rgba:ident) => {
            impl Sample for $sample {
                const BITS: u8 = $bits;

                fn samples(image: DynamicImage, channels: usize) -> Vec<Self> {
                    match channels {
                        1 => image.$grey().into_raw(),
                        2 => image.$grey_alpha().into_raw(),
                        3 => image.$rgb().into_raw(),
                        _ => image.$rgba().into_raw(),
                    }
                }
            }
        };
    }
    sample!(u8, 8, into_luma8, into_luma_alpha8, into_rgb8, into_rgba8);
    sample!(u16, 16, into_luma16, into_luma_alpha16, into_rgb16, into_rgba16);
}

/// The file format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PictureFormat {
    /// PNG, which keeps every pixel exactly.
    Png,
    /// JPEG, which is smaller and loses detail. Grey or RGB of 8 bits, each side at most 65 535 pixels.
    Jpeg {
        /// The quality, from 1 to 100.
        quality: u8,
    },
}

/// The options of decoding a picture, with limits to its memory.
///
/// The size that a picture claims is checked against the limits before anything is allocated.
///
/// ```
/// use ndarray::Array3;
/// use tensor_format::pixels::{self, Options, PictureFormat};
///
/// let image = pixels::encode(&Array3::<u8>::zeros((100, 100, 1)), PictureFormat::Png)?;
/// let error = Options::new().max_pixels(9_999).decode::<u8>(image.as_ref()).unwrap_err();
/// assert_eq!(error.to_string(), "limit exceeded: at most 9999 pixels in one picture allowed, found 10000");
/// let rgb = Options::new().channels(3).decode::<u8>(image.as_ref())?;
/// assert_eq!(rgb.dim(), (100, 100, 3));
/// # Ok::<(), tensor_format::ErrorKind>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    max_pixels: u64,
    max_expanded: ExpansionLimit,
    channels: Option<usize>,
    any_depth: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// Creates the default options: at most 64 Mi pixels, at most 64 MiB and 32 bytes for each byte of the picture;
    /// channels and depth as they are in the file.
    #[must_use]
    pub const fn new() -> Self {
        Self { max_pixels: 1 << 26, max_expanded: ExpansionLimit::DEFAULT, channels: None, any_depth: false }
    }

    /// Sets the most pixels that a picture may have (67 108 864).
    #[must_use]
    pub const fn max_pixels(mut self, pixels: u64) -> Self {
        self.max_pixels = pixels;
        self
    }

    /// Sets the most bytes that the pixels of a picture may take, as the file has them or converted (64 MiB and 32
    /// bytes for each byte of the input).
    #[must_use]
    pub const fn max_expanded(mut self, bytes: u64) -> Self {
        self.max_expanded = ExpansionLimit::bytes(bytes);
        self
    }

    /// Sets the channels to convert to: 1 grey, 2 grey and opacity, 3 RGB, 4 RGB and opacity. By default they are those
    /// of the file.
    #[must_use]
    pub const fn channels(mut self, channels: usize) -> Self {
        self.channels = Some(channels);
        self
    }

    /// Sets whether samples of 8 bits may be read as 16, where 255 becomes 65 535, and those of 16 as 8, which rounds.
    #[must_use]
    pub const fn allow_other_depth(mut self, allow: bool) -> Self {
        self.any_depth = allow;
        self
    }

    /// Decodes a picture to its pixels, `[height, width, channels]`.
    ///
    /// The content says whether it is PNG or JPEG; the name of the format is not looked at. The orientation that a
    /// camera has stored is ignored.
    ///
    /// # Errors
    ///
    /// [`Picture`](ErrorKind::Picture) names the format and what is wrong: the content is neither PNG nor JPEG, is
    /// damaged (also where the decoder panics, unless the program aborts at panics), has samples of another depth;
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) for [`Limit::Pixels`] and [`Limit::Expanded`].
    pub fn decode<T: Sample>(&self, image: ImageRef<'_>) -> Result<Array3<T>, ErrorKind> {
        let data = Cursor::new(image.data());
        match image::guess_format(image.data()) {
            Ok(ImageFormat::Png) => {
                let limits = self.limits(image);
                let decoder = self.decoding(image, || PngDecoder::with_limits(data, limits))?;
                self.pixels(image, decoder)
            }
            Ok(ImageFormat::Jpeg) => {
                let decoder = self.decoding(image, || JpegDecoder::new(data))?;
                self.pixels(image, decoder)
            }
            _ => Err(fault(image, "the content is neither PNG nor JPEG")),
        }
    }

    /// Returns the most bytes that the pixels of a picture may take; at least the size of the picture, so that what is
    /// no larger is always accepted.
    fn most(&self, image: ImageRef<'_>) -> u64 {
        let input = image.data().len() as u64;
        self.max_expanded.max(input).max(input)
    }

    fn limits(&self, image: ImageRef<'_>) -> Limits {
        let mut limits = Limits::no_limits();
        limits.max_alloc = Some(self.most(image));
        limits
    }

    fn pixels<T: Sample>(&self, image: ImageRef<'_>, mut decoder: impl ImageDecoder) -> Result<Array3<T>, ErrorKind> {
        let (width, height) = decoder.dimensions();
        let color = decoder.color_type();
        let channels = self.channels.unwrap_or(usize::from(color.channel_count()));
        if !(1..=4).contains(&channels) {
            return Err(fault(image, format!("pixels have 1 to 4 channels, not {channels}")));
        }
        let pixels = u64::from(width).saturating_mul(u64::from(height));
        let wanted = pixels.saturating_mul(channels as u64).saturating_mul(T::SIZE as u64);
        if pixels > self.max_pixels {
            return Err(ErrorKind::LimitExceeded { limit: Limit::Pixels, max: self.max_pixels, found: pixels });
        }
        self.max_expanded.check(image.data().len() as u64, decoder.total_bytes().max(wanted))?;
        let bits = bits_of(color);
        if bits != T::BITS && !self.any_depth {
            return Err(fault(image, format!("its samples have {bits} bits, not {}", T::BITS)));
        }
        decoder.set_limits(self.limits(image)).map_err(|error| self.fault(image, &error))?;
        let decoded = self.decoding(image, || DynamicImage::from_decoder(decoder))?;
        let samples = T::samples(decoded, channels);
        let shape = (height as usize, width as usize, channels);
        Array3::from_shape_vec(shape, samples).map_err(|error| fault(image, error.to_string()))
    }

    /// Calls a decoder. That of JPEG has asserts on what is in a picture, which nobody outside of it can check: a panic is
    /// an error.
    fn decoding<D>(&self, image: ImageRef<'_>, call: impl FnOnce() -> ImageResult<D>) -> Result<D, ErrorKind> {
        catch_unwind(AssertUnwindSafe(call)).map_or_else(
            |panic| {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
                Err(fault(image, format!("it does not hold what it says: {text}")))
            },
            |result| result.map_err(|error| self.fault(image, &error)),
        )
    }

    #[cold]
    fn fault(&self, image: ImageRef<'_>, error: &ImageError) -> ErrorKind {
        match error {
            ImageError::Limits(error) => fault(image, format!("with at most {} bytes: {error}", self.most(image))),
            error => fault(image, error.to_string()),
        }
    }
}

fn bits_of(color: ColorType) -> u8 {
    let channels = u16::from(color.channel_count()).max(1);
    let bits = color.bits_per_pixel().checked_div(channels).unwrap_or_default();
    u8::try_from(bits).unwrap_or(u8::MAX)
}

#[cold]
fn fault(image: ImageRef<'_>, why: impl Into<std::string::String>) -> ErrorKind {
    ErrorKind::Picture { format: crate::variable::escape(image.format()), why: why.into().into() }
}

/// Decodes a picture to its pixels, `[height, width, channels]`, as [`Options::decode`] with the default options.
///
/// # Errors
///
/// As [`Options::decode`].
pub fn decode<T: Sample>(image: ImageRef<'_>) -> Result<Array3<T>, ErrorKind> {
    Options::new().decode(image)
}

/// Encodes pixels `[height, width, channels]`, in any memory layout, as a picture.
///
/// # Errors
///
/// [`Picture`](ErrorKind::Picture) if the format does not hold pixels of this shape and depth.
pub fn encode<T: Sample>(pixels: &ArrayRef3<T>, format: PictureFormat) -> Result<Image, ErrorKind> {
    let (height, width, channels) = pixels.dim();
    let name = match format {
        PictureFormat::Png => "png",
        PictureFormat::Jpeg { .. } => "jpg",
    };
    let refuse = |why: &str| ErrorKind::Picture { format: name.into(), why: why.into() };
    let color = match (channels, T::BITS) {
        (1, 8) => ExtendedColorType::L8,
        (2, 8) => ExtendedColorType::La8,
        (3, 8) => ExtendedColorType::Rgb8,
        (4, 8) => ExtendedColorType::Rgba8,
        (1, _) => ExtendedColorType::L16,
        (2, _) => ExtendedColorType::La16,
        (3, _) => ExtendedColorType::Rgb16,
        (4, _) => ExtendedColorType::Rgba16,
        _ => return Err(refuse(&format!("pixels have 1 to 4 channels, not {channels}"))),
    };
    let (Ok(columns), Ok(rows)) = (u32::try_from(width), u32::try_from(height)) else {
        return Err(refuse(&format!("a picture of {width} x {height} pixels is too large")));
    };
    if columns == 0 || rows == 0 {
        return Err(refuse(&format!("a picture of {width} x {height} pixels has none")));
    }
    let samples = pixels.as_standard_layout();
    let bytes = samples.as_slice().map(T::as_bytes).unwrap_or_default();
    let mut data = Vec::new();
    let written = match format {
        PictureFormat::Png => PngEncoder::new(&mut data).write_image(bytes, columns, rows, color),
        PictureFormat::Jpeg { quality } => {
            let largest = u32::from(u16::MAX);
            if !matches!(color, ExtendedColorType::L8 | ExtendedColorType::Rgb8) {
                return Err(refuse(&format!("it holds 1 or 3 channels of 8 bits, not {channels} of {}", T::BITS)));
            }
            if columns > largest || rows > largest {
                return Err(refuse(&format!("it holds at most {largest} pixels a side, not {width} x {height}")));
            }
            if !(1..=100).contains(&quality) {
                return Err(refuse(&format!("its quality is from 1 to 100, not {quality}")));
            }
            JpegEncoder::new_with_quality(&mut data, quality).write_image(bytes, columns, rows, color)
        }
    };
    match written {
        Ok(()) => Ok(Image::new(name, data)),
        Err(error) => Err(refuse(&error.to_string())),
    }
}

/// The picture that a field of pixels is sent as, or the reason why it cannot be encoded.
#[derive(Debug)]
pub struct Encoded(Result<Image, ErrorKind>);

impl HasRules for Encoded {
    const RULES: Rules<'static> = Image::RULES;
}

impl Encode for Encoded {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        match &self.0 {
            Ok(image) => image.encode(sink),
            Err(ErrorKind::Picture { format, why }) => {
                Err(ErrorKind::Picture { format: format.clone(), why: why.clone() }.into())
            }
            Err(error) => Err(ErrorKind::custom(error.to_string()).into()),
        }
    }
}

macro_rules! module {
    ($(#[$doc:meta])* $name:ident, $sample:ty, $format:expr) => {
        $(#[$doc])*
        ///
        /// For `#[tensor(with = ..)]`. Reading takes PNG and JPEG within the default [`Options`]; pixels that the
        /// format does not hold are an error of writing.
        pub mod $name {
            use ndarray::Array3;

            use super::{Encoded, ErrorKind, ImageRef, PictureFormat};

            /// Encodes the pixels as a picture.
            #[must_use]
            pub fn to_wire(pixels: &Array3<$sample>) -> Encoded {
                Encoded(super::encode(pixels, $format))
            }

            /// Decodes a picture to its pixels.
            ///
            /// # Errors
            ///
            /// As [`decode`](super::decode).
            pub fn from_wire(image: ImageRef<'_>) -> Result<Array3<$sample>, ErrorKind> {
                super::decode(image)
            }
        }
    };
}

module! {
    /// Sends a field `Array3<u8>` as a PNG picture.
    png, u8, PictureFormat::Png
}
module! {
    /// Sends a field `Array3<u16>` as a PNG picture.
    png16, u16, PictureFormat::Png
}
module! {
    /// Sends a field `Array3<u8>` as a JPEG picture of quality 90.
    jpeg, u8, PictureFormat::Jpeg { quality: 90 }
}
