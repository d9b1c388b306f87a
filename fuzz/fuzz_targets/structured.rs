//! Tensors and records of any kind in every format: they are read as they were written, in whatever order their elements
//! are kept; then with few bytes changed, so that what is wrong is deep inside.
#![no_main]

use libfuzzer_sys::{
    arbitrary::{self, Arbitrary},
    fuzz_target,
};
use tensor_format::{
    Record, RecordRef, Tensor, TensorRef,
    decthings::{Dialect, Options},
    npy, npz, safetensors, stdlib, xla, zio,
};
use tensor_format_fuzz::{
    decthings::{Input, aligned, all_ways},
    files::{self, same, same_record},
    values::{AnyRecord, AnyTensor, Damage},
};

#[derive(Arbitrary, Debug)]
struct Case {
    format: Format,
    damages: Vec<Damage>,
}

#[derive(Arbitrary, Debug)]
enum Format {
    Decthings(Which, Align, AnyTensor),
    DecthingsRecord(Which, Align, AnyRecord),
    Npy(AnyTensor),
    Npz(AnyRecord, bool),
    Safetensors(AnyRecord),
    Stdlib(AnyTensor),
    Xla(AnyTensor),
    Zio(AnyRecord),
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Which {
    Documented,
    LegacyClients,
    Clients,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Align {
    One,
    Sixteen,
}

fn options(which: Which, align: Align) -> Options {
    let dialect = match which {
        Which::Documented => Dialect::Documented,
        Which::LegacyClients => Dialect::LegacyClients,
        Which::Clients => Dialect::Clients,
    };
    let align = match align {
        Align::One => 1,
        Align::Sixteen => 16,
    };
    Options::new().dialect(dialect).max_empty_items(32).align(align)
}

fuzz_target!(|case: Case| {
    let damage = |bytes: &mut Vec<u8>| case.damages.iter().take(4).for_each(|damage| damage.apply(bytes));
    match &case.format {
        Format::Decthings(which, align, tensor) => {
            let options = options(*which, *align);
            let Ok(mut bytes) = tensor.elsewhere(|tensor| options.to_vec(tensor)) else { return };
            assert_eq!(options.to_vec(&tensor.tensor).expect("as before"), bytes);
            let read: Tensor = options.from_slice(&bytes).expect("what is written can be read");
            assert!(same(&read, &tensor.tensor));
            damage(&mut bytes);
            let aligned = aligned(&bytes);
            let input = Input { bytes: &bytes, aligned: &aligned, times: 32, item: 0 };
            all_ways::<TensorRef<'_>, Tensor>(&options, input, tensor.tensor.clone());
        }
        Format::DecthingsRecord(which, align, record) => {
            let (options, record) = (options(*which, *align), record.record());
            let Ok(mut bytes) = options.to_vec(&record) else { return };
            let read: Record = options.from_slice(&bytes).expect("what is written can be read");
            assert!(same_record(&read, &record));
            damage(&mut bytes);
            let aligned = aligned(&bytes);
            let input = Input { bytes: &bytes, aligned: &aligned, times: 64, item: 0 };
            all_ways::<RecordRef<'_>, Record>(&options, input, record);
        }
        Format::Npy(tensor) => {
            let Ok(mut bytes) = tensor.elsewhere(|tensor| npy::to_vec(tensor)) else { return };
            assert!(same(&npy::from_slice(&bytes).expect("what is written can be read"), &tensor.tensor));
            damage(&mut bytes);
            files::npy(&bytes);
        }
        Format::Npz(record, deflate) => {
            let (options, record) = (npz::Options::new().deflate(*deflate), record.record());
            let Ok(mut bytes) = options.to_vec(&record) else { return };
            assert!(same_record(&options.from_slice(&bytes).expect("what is written can be read"), &record));
            damage(&mut bytes);
            files::npz(&bytes);
        }
        Format::Safetensors(record) => {
            let Ok(mut bytes) = safetensors::to_vec(&record.record()) else { return };
            files::safetensors(&bytes);
            damage(&mut bytes);
            files::safetensors(&bytes);
        }
        Format::Stdlib(tensor) => {
            let Ok(message) = tensor.elsewhere(|tensor| stdlib::to_message(tensor)) else { return };
            let read: Tensor = stdlib::from_message(&message.meta, &message.data).expect("what is written can be read");
            assert!(same(&read, &tensor.tensor));
            let (mut meta, mut data) = (message.meta, message.data);
            damage(&mut meta);
            let options = stdlib::Options::new().max_expanded(1 << 14);
            let owned = options.from_message::<Tensor>(&meta, &data);
            let borrowed = options.from_message::<TensorRef<'_>>(&meta, &data);
            if let (Ok(owned), Ok(borrowed)) = (&owned, &borrowed) {
                assert!(same(owned, &borrowed.to_tensor()));
            }
            damage(&mut data);
            let _ = options.from_message::<Tensor>(&message_meta(&tensor.tensor), &data);
        }
        Format::Xla(tensor) => {
            let Ok(literal) = xla::Literal::of(&tensor.tensor) else { return };
            assert!(same(&literal.decode().expect("what is written can be read"), &tensor.tensor));
            let (shape, buffers) = literal.into_parts();
            let mut bytes = shape.to_vec();
            damage(&mut bytes);
            let Ok(shape) = xla::Options::new().max_expanded(1 << 14).from_slice(&bytes) else { return };
            if let Ok(literal) = xla::Literal::new(shape, buffers) {
                let _ = (literal.decode::<Tensor>(), literal.views());
            }
        }
        Format::Zio(record) => {
            let record = record.record();
            let Ok(message) = zio::to_message(&record) else { return };
            assert!(same_record(&zio::from_message(&message).expect("what is written can be read"), &record));
            let mut bytes = message.to_vec().expect("as before");
            damage(&mut bytes);
            let Ok(message) = zio::Message::from_slice(&bytes) else { return };
            let options = zio::Options::new().max_expanded(1 << 14);
            let owned = options.from_message::<Record>(&message);
            let borrowed = options.from_message::<RecordRef<'_>>(&message);
            assert_eq!(owned.is_ok(), borrowed.is_ok());
            if let (Ok(owned), Ok(borrowed)) = (owned, borrowed) {
                assert!(same_record(&owned, &borrowed.to_record()));
            }
        }
    }
});

fn message_meta(tensor: &Tensor) -> Vec<u8> {
    stdlib::to_message(tensor).expect("as before").meta
}
