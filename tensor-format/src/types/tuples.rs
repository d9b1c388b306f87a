//! Tuples: records whose parameters are called `0`, `1`, ….

use crate::{
    Decode, DecodeError, Encode, EncodeError, Field, HasRules, RecordRules, Rules, Sink, Source,
    derive_support::{
        DecodePart, EncodeField, GenericFieldRef,
        checks::{
            nested::tuple_rules,
            parts::{FlattenedPart, Flattening, NestedField},
        },
        decode_record, fill_record,
        params::param_of_type,
    },
    rules::fault::verify_no_fault,
    rules::holds::{HeldRecord, HeldRef},
    traits::{Columns, ListItem},
};

macro_rules! tuple {
    ($($field:ident $index:tt $name:literal),*) => {
        impl<$($field: Field),*> Flattening for ($($field,)*) {
            const OWN: RecordRules<'static> =
                RecordRules::new(const { &[$(param_of_type($name, <$field as Field>::ENTRY)),*] });
            const PARTS: &'static [FlattenedPart] = &[];
            const NESTED: &'static [NestedField] = const {
                &[$(NestedField {
                    own: $index,
                    prefix: concat!($name, "."),
                    rules: $field::Item::RULES,
                    presence: $field::PRESENCE,
                }),*]
            };
        }

        impl<$($field: Field),*> HasRules for ($($field,)*) {
            const RULES: Rules<'static> = Rules::Record(tuple_rules::<Self>());
            const HOLDS: Option<HeldRef> = Some(HeldRef::new(const {
                &HeldRecord { name: "", place: ("", 0, 0), fields: &[$(<$field::Item as HasRules>::HOLDS),*] }
            }));
        }

        impl<$($field: Field + EncodeField),*> Encode for ($($field,)*) {
            #[inline]
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
                const { verify_no_fault(&tuple_rules::<Self>()) };
                sink.fields(Self::RECORD, &($(GenericFieldRef(&self.$index),)*), false)
            }
        }

        impl<'de, $($field: Field + DecodePart<'de>),*> Decode<'de> for ($($field,)*) {
            #[inline(always)]
            fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
                const { verify_no_fault(&tuple_rules::<Self>()) };
                let begun = source.record(Self::RECORD);
                decode_record(begun, source, Self::RECORD, false)
            }

            fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
                fill_record(source, Self::RECORD, false, ($(&mut self.$index,)*))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($field: Field + EncodeField),*> ListItem for ($($field,)*) {
            type Form = Columns;
        }

        impl<$($field: Field),*> Field for ($($field,)*) {
            type Item = Self;
            type Kind = crate::traits::One<Self>;
        }
    };
}

tuple!(A 0 "0");
tuple!(A 0 "0", B 1 "1");
tuple!(A 0 "0", B 1 "1", C 2 "2");
tuple!(A 0 "0", B 1 "1", C 2 "2", D 3 "3");
tuple!(A 0 "0", B 1 "1", C 2 "2", D 3 "3", E 4 "4");
tuple!(A 0 "0", B 1 "1", C 2 "2", D 3 "3", E 4 "4", F 5 "5");
tuple!(A 0 "0", B 1 "1", C 2 "2", D 3 "3", E 4 "4", F 5 "5", G 6 "6");
tuple!(A 0 "0", B 1 "1", C 2 "2", D 3 "3", E 4 "4", F 5 "5", G 6 "6", H 7 "7");
