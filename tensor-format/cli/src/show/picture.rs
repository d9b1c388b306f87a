//! Image tensors as pictures: a PNG file, or half blocks of colour in the terminal.

use std::io::Write;

use tensor_format::{Element, ElementType, ImageRef, TensorRef, codec::Variable, pixels};

use crate::{failure::Failure, show::stats::blocks};

/// A picture of 8 bits a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    /// 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha.
    channels: usize,
    samples: Vec<u8>,
}

/// Returns the picture that a tensor is: `[h, w]`, `[h, w, channels]` or `[channels, h, w]`, of `u8`, or of floats from
/// 0 to 1, or one encoded PNG or JPEG.
///
/// # Errors
///
/// If the tensor is no picture.
pub fn of_tensor(tensor: &TensorRef<'_>) -> Result<Picture, Failure> {
    if tensor.element_type() == ElementType::Image {
        return decoded(tensor);
    }
    let shape = tensor.shape();
    let (height, width, channels, planes) = match shape[..] {
        [height, width] => (height, width, 1, false),
        [1..=4, _, 1..=4] => {
            return Err(Failure::new("", format!("{} may be [h, w, channels] or [channels, h, w]", tensor.header()))
                .help("a picture of more than 4 pixels a side is not ambiguous"));
        }
        [height, width, channels @ 1..=4] => (height, width, channels, false),
        [channels @ 1..=4, height, width] => (height, width, channels, true),
        _ => return Err(no_picture(tensor)),
    };
    if width == 0 || height == 0 {
        return Err(no_picture(tensor));
    }
    let rows = tensor.to_tensor();
    let rows = rows.as_ref();
    let samples = match tensor.element_type() {
        ElementType::U8 => samples::<u8>(&rows, |sample| sample),
        ElementType::Bool => samples::<bool>(&rows, |sample| u8::from(sample) * 255),
        ElementType::F32 => samples::<f32>(&rows, |sample| (sample.clamp(0.0, 1.0) * 255.0).round() as u8),
        ElementType::F64 => samples::<f64>(&rows, |sample| (sample.clamp(0.0, 1.0) * 255.0).round() as u8),
        _ => return Err(no_picture(tensor)),
    };
    let samples = if planes {
        let pixels = width * height;
        (0..pixels * channels).map(|at| samples[at % channels * pixels + at / channels]).collect()
    } else {
        samples
    };
    Ok(Picture { width, height, channels, samples })
}

fn no_picture(tensor: &TensorRef<'_>) -> Failure {
    Failure::new("", format!("{} is no picture", tensor.header())).help(
        "a picture is u8 or bool, or f32 or f64 from 0 to 1, of shape [h, w], [h, w, channels] or [channels, h, w] with 1 \
         to 4 channels, or one encoded PNG or JPEG",
    )
}

fn samples<T: Element>(tensor: &TensorRef<'_>, of: impl Fn(T) -> u8) -> Vec<u8> {
    let mut samples = Vec::with_capacity(tensor.len());
    blocks::<T>(tensor, |block| samples.extend(block.iter().map(|sample| of(*sample))));
    samples
}

fn decoded(tensor: &TensorRef<'_>) -> Result<Picture, Failure> {
    let Some(Variable::Media { format, data }) = tensor.variables().next().filter(|_| tensor.len() == 1) else {
        return Err(no_picture(tensor));
    };
    let pixels = pixels::Options::new().allow_other_depth(true).decode::<u8>(ImageRef::new(&format, &data));
    let pixels = pixels.map_err(|error| Failure::new("", error))?;
    let (height, width, channels) = pixels.dim();
    Ok(Picture { width, height, channels, samples: pixels.into_raw_vec_and_offset().0 })
}

impl Picture {
    /// Writes the picture as PNG.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write_png(&self, out: impl Write) -> Result<(), Failure> {
        let large = |_| Failure::new("", "a PNG has at most 2^32 - 1 pixels a side");
        let (width, height) = (u32::try_from(self.width).map_err(large)?, u32::try_from(self.height).map_err(large)?);
        let failed = |error: png::EncodingError| Failure::new("", error);
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_color(match self.channels {
            1 => png::ColorType::Grayscale,
            2 => png::ColorType::GrayscaleAlpha,
            3 => png::ColorType::Rgb,
            _ => png::ColorType::Rgba,
        });
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(&self.samples).map_err(failed)?;
        writer.finish().map_err(failed)
    }

    /// Returns the picture in at most `columns` columns, two pixels above each other in each character.
    #[must_use]
    pub fn drawn(&self, columns: usize) -> String {
        let width = self.width.min(columns.max(1));
        let height = (self.height * width / self.width).max(1);
        let at = |column: usize, row: usize| self.colour(column * self.width / width, row * self.height / height);
        let mut text = String::new();
        for row in (0..height).step_by(2) {
            for column in 0..width {
                let [r, g, b] = at(column, row);
                text.push_str(&format!("\x1b[38;2;{r};{g};{b}m"));
                if row + 1 < height {
                    let [r, g, b] = at(column, row + 1);
                    text.push_str(&format!("\x1b[48;2;{r};{g};{b}m"));
                }
                text.push('▀');
            }
            text.push_str("\x1b[0m\n");
        }
        text
    }

    /// Returns the colour of a pixel, over black where it is transparent.
    fn colour(&self, column: usize, row: usize) -> [u8; 3] {
        let at = (row * self.width + column) * self.channels;
        let pixel = self.samples.get(at..at + self.channels).unwrap_or_default();
        let over = |sample: u8, alpha: u8| (u16::from(sample) * u16::from(alpha) / 255) as u8;
        match *pixel {
            [grey] => [grey; 3],
            [grey, alpha] => [over(grey, alpha); 3],
            [r, g, b] => [r, g, b],
            [r, g, b, alpha] => [over(r, alpha), over(g, alpha), over(b, alpha)],
            _ => [0; 3],
        }
    }
}

#[cfg(test)]
mod tests {
    use tensor_format::Tensor;

    use super::*;

    #[test]
    fn tensors_that_are_pictures() {
        let of = |tensor: Tensor| of_tensor(&tensor.as_ref());
        let grey = of(Tensor::from_slice([1, 2], &[0.0f32, 2.0]).unwrap()).unwrap();
        assert_eq!(grey, Picture { width: 2, height: 1, channels: 1, samples: vec![0, 255] });
        let rows: Vec<u8> = (0..90).collect();
        let planes: Vec<u8> = (0..90).map(|at| at % 30 * 3 + at / 30).collect();
        let rows = of(Tensor::from_slice([5, 6, 3], &rows).unwrap()).unwrap();
        let planes = of(Tensor::from_slice([3, 5, 6], &planes).unwrap()).unwrap();
        assert_eq!((rows.width, rows.height, rows.channels, &rows.samples[..4]), (6, 5, 3, &[0, 1, 2, 3][..]));
        assert_eq!(rows, planes);
        assert_eq!(rows.drawn(80).lines().count(), 3);
        assert!(rows.drawn(80).starts_with("\x1b[38;2;0;1;2m\x1b[48;2;18;19;20m▀\x1b[38;2;3;4;5m"));
        assert!(of(Tensor::from_slice([3, 1, 2], &[0u8; 6]).unwrap()).is_err());
        assert_eq!(grey.drawn(1).matches('▀').count(), 1);
        for tensor in [
            Tensor::from_slice([4], &[1u8, 2, 3, 4]),
            Tensor::from_slice([1, 1], &[1i64]),
            Tensor::from_slice([0, 1], &[0u8; 0]),
            Tensor::from_slice([5, 1, 5], &[0u8; 25]),
        ] {
            assert!(of(tensor.unwrap()).is_err());
        }
    }
}
