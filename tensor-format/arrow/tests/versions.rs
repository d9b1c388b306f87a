//! The same interface for each major version of arrow: what one writes, the others read.

use tensor_format::Tensor;

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Row {
    #[tensor(shape = [h: 2, w: 2])]
    pixels: [[f32; 2]; 2],
    boxes: Vec<[f32; 4]>,
    words: Vec<String>,
    score: Option<f64>,
    flag: bool,
}

fn rows() -> Vec<Row> {
    let row = |at: u8| Row {
        pixels: [[f32::from(at); 2]; 2],
        boxes: vec![[0.5; 4]; at.into()],
        words: vec!["w".into(); at.into()],
        score: (at == 1).then_some(0.25),
        flag: at % 2 == 0,
    };
    (0..4).map(row).collect()
}

macro_rules! each_version {
    ($($feature:literal $name:ident)*) => {
        /// Returns what each version writes.
        #[allow(clippy::vec_init_then_push, reason = "which are pushed depends on features")]
        fn files() -> Vec<Vec<u8>> {
            let mut files = Vec::new();
            $(
                #[cfg(feature = $feature)]
                files.push(tensor_format_arrow::$name::ipc::write_file(Vec::new(), &rows()).unwrap());
            )*
            files
        }

        $(
            #[cfg(feature = $feature)]
            #[test]
            fn $name() {
                use tensor_format_arrow::$name as arrow;
                let batch = arrow::to_batch(&rows()).unwrap();
                assert_eq!(batch.schema(), arrow::schema_of::<Row>().unwrap());
                assert_eq!(arrow::from_batch::<Row>(&batch).unwrap(), rows());
                assert!(!files().is_empty());
                for file in files() {
                    assert_eq!(arrow::ipc::read_file::<Row, _>(std::io::Cursor::new(file)).unwrap(), rows());
                }
            }
        )*
    };
}
each_version!("arrow-60" v60 "arrow-59" v59 "arrow-58" v58);
