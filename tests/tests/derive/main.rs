//! Types that derive a tensor, a record or a label: attributes, bounds, names, and the committed expansions.

mod bounds;
mod defaults;
mod expansions;
mod flatten;
mod hygiene;
mod labels;
mod maps;
mod names_of_parameters;
mod names_table;
mod numbers;
mod ranges;
mod records;
mod records_without_names;
mod rows;
mod tensors;
mod unions;
mod with;
