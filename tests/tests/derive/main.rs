//! Types that derive a tensor, a record or a label: attributes, bounds, names, and the committed expansions.

mod bounds;
mod defaults;
mod enums;
mod expansions;
mod hygiene;
mod names_of_parameters;
mod names_table;
mod range_sources;
mod ranges;
mod rows;
mod std_types;
mod tensors;
mod type_names;
mod variant_errors;
mod with;
