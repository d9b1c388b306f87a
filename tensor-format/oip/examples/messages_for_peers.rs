//! Writes messages of all datatypes, ranks 0 to 5 and forms as lines of JSON, for the classes of other implementations to
//! read: `tests/peers/oip_peer.py`.

use half::{bf16, f16};
use serde_json::json;
use tensor_format::{Element, Record, Shape, Tensor, codec::Variable};
use tensor_format_oip::{Datatype, Form, Parameter, Request, RequestedOutput, Response, WriteOptions};

const SHAPES: [&[usize]; 8] = [&[], &[3], &[2, 3], &[2, 1, 3], &[1, 2, 1, 3], &[2, 1, 1, 1, 2], &[0], &[2, 0]];

fn numbers<T: Element>(shape: &[usize], values: [T; 6]) -> Tensor {
    let count = shape.iter().product();
    Tensor::from_vec(shape, values.into_iter().cycle().take(count).collect()).expect("as many as the shape says")
}

fn tensor(datatype: Datatype, shape: &[usize]) -> Tensor {
    match datatype {
        Datatype::Bool => numbers(shape, [true, false, false, true, true, false]),
        Datatype::Uint8 => numbers(shape, [0u8, 1, 127, 128, 254, 255]),
        Datatype::Uint16 => numbers(shape, [0u16, 1, 255, 256, 65534, 65535]),
        Datatype::Uint32 => numbers(shape, [0u32, 1, 65536, 1 << 31, u32::MAX - 1, u32::MAX]),
        Datatype::Uint64 => numbers(shape, [0u64, 1, 1 << 53, (1 << 53) + 1, 1 << 63, u64::MAX]),
        Datatype::Int8 => numbers(shape, [-128i8, -1, 0, 1, 126, 127]),
        Datatype::Int16 => numbers(shape, [i16::MIN, -1, 0, 1, 300, i16::MAX]),
        Datatype::Int32 => numbers(shape, [i32::MIN, -1, 0, 1, 70_000, i32::MAX]),
        Datatype::Int64 => numbers(shape, [i64::MIN, -1, 0, (1 << 53) + 1, 5, i64::MAX]),
        Datatype::Fp16 => numbers(shape, [-2.0, -0.0, 0.1, 65504.0, 6e-8, 1.5].map(f16::from_f32)),
        Datatype::Bf16 => numbers(shape, [-2.0, -0.0, 0.1, 3.0e38, 1e-40, 1.5].map(bf16::from_f32)),
        Datatype::Fp32 => numbers(shape, [-2.0f32, -0.0, 0.1, f32::MAX, 1e-45, 16_777_217.0]),
        Datatype::Fp64 => numbers(shape, [-2.0f64, -0.0, 0.1, f64::MAX, 5e-324, 1e22]),
        Datatype::Bytes => {
            let texts = ["", "a", "grüße \u{1F600}", "\"\\\n\t\u{1}", "NaN", " "];
            let count = shape.iter().product();
            let texts = texts.into_iter().cycle().take(count).map(|text| Variable::Text(text.into()));
            Tensor::from_variables(tensor_format::ElementType::String, Shape::from(shape), texts).expect("texts")
        }
    }
}

fn main() {
    for datatype in Datatype::ALL {
        for shape in SHAPES {
            let name = format!("{}_{}", datatype.name().to_lowercase(), shape.len());
            let mut record = Record::new();
            record.push(&*name, tensor(datatype, shape));
            let half = matches!(datatype, Datatype::Fp16 | Datatype::Bf16);
            for form in [Form::Json, Form::Binary, Form::Typed, Form::Raw] {
                if form != Form::Typed || !half {
                    write(&record, &[form]);
                }
            }
        }
    }
    // Several tensors, parameters and requested outputs in one message, in one form and in mixed ones.
    let mut record = Record::new();
    for (name, datatype, shape) in [
        ("points", Datatype::Fp32, &[2, 3][..]),
        ("marks", Datatype::Int64, &[2]),
        ("texts", Datatype::Bytes, &[3]),
        ("truths", Datatype::Bool, &[6]),
    ] {
        record.push(name, tensor(datatype, shape));
    }
    for forms in [&[Form::Json][..], &[Form::Binary], &[Form::Json, Form::Binary], &[Form::Typed], &[Form::Raw]] {
        write(&record, forms);
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a request and a response whose tensors have these forms in turns, with a line for each tensor.
fn write(record: &Record, forms: &[Form]) {
    let mut request = Request::from_value(record).expect("a request");
    let mut response = Response::from_value(record).expect("a response");
    (request.model_name, request.id) = ("m".into(), Some("7".into()));
    (response.model_name, response.id) = ("m".into(), Some("7".into()));
    if record.len() > 1 {
        for (name, value) in [("priority", Parameter::I64(1)), ("who", Parameter::String("me".into()))] {
            request.parameters.set(name, value.clone());
            response.parameters.set(name, value.clone());
            request.inputs_mut()[0].parameters_mut().set(name, value);
        }
        request.outputs.push(RequestedOutput::binary("y"));
    }
    let each_form = || forms.iter().copied().cycle();
    request.inputs_mut().iter_mut().zip(each_form()).for_each(|(input, form)| input.set_form(form));
    response.outputs_mut().iter_mut().zip(each_form()).for_each(|(output, form)| output.set_form(form));
    let lines = |kind: &str, header: Option<usize>, bytes: &[u8]| {
        for (index, input) in request.inputs().iter().enumerate() {
            let form = if forms.len() > 1 { "mixed" } else { name_of(input.form()) };
            println!(
                "{}",
                json!({
                    "kind": kind, "form": form, "header_length": header, "hex": hex(bytes), "index": index,
                    "name": input.name(), "datatype": input.datatype().name(), "shape": input.shape(),
                    "values_hex": hex(&input.to_bytes().expect("bytes")),
                })
            );
        }
    };
    if forms.iter().all(|form| matches!(form, Form::Json | Form::Binary)) {
        let options = WriteOptions::new().half_as_numbers(true);
        let message = request.to_http_with(&options).expect("written");
        lines("http_request", message.header_length(), &message.to_vec());
        let message = response.to_http_with(&options).expect("written");
        lines("http_response", message.header_length(), &message.to_vec());
    } else {
        lines("grpc_request", None, &request.to_grpc().expect("written").to_vec());
        lines("grpc_response", None, &response.to_grpc().expect("written").to_vec());
    }
}

fn name_of(form: Form) -> &'static str {
    match form {
        Form::Json => "json",
        Form::Binary => "binary",
        Form::Raw => "raw",
        Form::Typed => "typed",
    }
}
