use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", matches = "defs/detect.json")]
struct Detect<'a> {
    #[tensor(shape = [batch, 3, 224, 224])]
    image: Vec<[[[f32; 224]; 224]; 3]>,
    #[tensor(shape = [batch])]
    image_id: std::borrow::Cow<'a, [i64]>,
    threshold: Option<f32>,
}

// A file says no ranges of lengths, so that an exact type may have one.
#[derive(Tensor)]
#[tensor(rename_all = "camelCase", matches(exact = "defs/detect.json"))]
struct Few {
    #[tensor(shape = [batch: 1..=8, 3, 224, 224])]
    image: Vec<[[[f32; 224]; 224]; 3]>,
    #[tensor(shape = [batch])]
    image_id: Vec<i64>,
    threshold: Option<f32>,
}

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", matches(accepts = "defs/detect.json"))]
struct Liberal {
    #[tensor(dtype = [f32, f64])]
    image: Tensor,
    image_id: Vec<i64>,
    // The file says no range of values.
    #[tensor(default = 0.5, range = 0.0..=1.0)]
    threshold: f32,
    #[tensor(default = 0.5)]
    overlap: f32,
}

// The names of the file are the earlier ones of this type.
#[derive(Tensor)]
#[tensor(matches(accepts = "defs/detect.json"))]
struct Renamed {
    #[tensor(alias = "image")]
    picture: Vec<[[[f32; 224]; 224]; 3]>,
    #[tensor(rename = "id", alias = "imageId")]
    picture_id: Vec<i64>,
    #[tensor(alias = "limit", alias = "threshold")]
    least_score: Option<f32>,
}

#[derive(Tensor)]
#[tensor(dtype = [f32, f64], shape = [n, 10], matches(exact = "defs/scores.json"))]
struct Scores(Tensor);

#[derive(Tensor)]
#[tensor(dtype = [f32, f64], matches(accepts = "defs/scores.json"))]
struct AnyScores(Tensor);

#[derive(Tensor)]
#[tensor(matches = "defs/ranges.json")]
struct Ranges {
    #[tensor(range = 0.0..=0.1)]
    score: f32,
    #[tensor(range = 0..=255)]
    level: u16,
    #[tensor(range = 1..)]
    free: i64,
}

#[derive(Tensor)]
#[tensor(matches = "defs/bounds.json")]
struct Bounds {
    #[tensor(range = 1e-30..=0.30000000000000004)]
    score: f64,
    #[tensor(range = -340282346638528859811704183484516925440.0..=5e300)]
    size: f64,
}

fn main() {
    let _: Option<(Detect, Few, Liberal, Scores, AnyScores, Ranges, Bounds)> = None;
}
