//! Tables that the compiler makes, whose length depends on a type. The length of an array in a constant of a generic type
//! cannot depend on its parameters, so that such a table comes in a few sizes.

/// Defines functions that return a table with room for `len` entries, which `$make` makes in the smallest of three sizes that
/// suffices; they stop compilation if none does.
///
/// A function has all constants evaluated that stand in it, those of branches that are not taken too: each size has a
/// function of its own, so that no other table is made.
macro_rules! sized_tables {
    ($(
        fn $name:ident[$($bounds:tt)*][$($params:tt)*] -> [$entry:ty; $small:literal | $large:literal | $most:literal]
            = $make:ident, $too_many:literal;
    )*) => { $(
        const fn $name<$($bounds)*>(len: usize) -> &'static [$entry] {
            const fn of_size<$($bounds)*, const N: usize>() -> &'static [$entry] {
                const { &$make::<$($params)*, N>() }
            }
            match len {
                0 => &[],
                ..=$small => of_size::<$($params)*, $small>(),
                ..=$large => of_size::<$($params)*, $large>(),
                ..=$most => of_size::<$($params)*, $most>(),
                _ => panic!($too_many),
            }
        }
    )* };
}
pub(crate) use sized_tables;
