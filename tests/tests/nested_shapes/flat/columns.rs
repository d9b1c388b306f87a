//! Lists of values as columns, one for each parameter: the table of `docs/wire-format.md`, written by hand.

use super::{Flat, Param, Plain, Tensors, of, params_of, tensors_of};
use tensor_format::ElementType;

/// Lists the columns of values; `count` is how many there are, if the type says.
pub(super) fn columns<'a, T: Flat + 'a>(
    values: impl Iterator<Item = &'a T>,
    count: Option<usize>,
    name: &str,
    out: &mut Tensors,
) {
    let rows: Vec<Tensors> = values.map(tensors_of).collect();
    for param in params_of::<T>("") {
        let of_param = |row: &Tensors| row.iter().find(|(name, _)| *name == param.name).map(|(_, plain)| plain.clone());
        let cells: Vec<Option<Plain>> = rows.iter().map(of_param).collect();
        // What is one tensor has no name of its own.
        let full = if param.name.is_empty() { name.to_owned() } else { of(name, &param.name) };
        let named = Param { name: full, ..param.clone() };
        out.extend(column(&named, count, &cells).into_iter().map(|(param, plain)| (param.name, plain)));
    }
}

/// Lists the parameters of such columns.
pub(super) fn column_params<T: Flat>(count: Option<usize>, name: &str, out: &mut Vec<Param>) {
    for param in params_of::<T>(name) {
        out.extend(column(&param, count, &[]).into_iter().map(|(param, _)| param));
    }
}

/// Returns the tensors of a column of these cells.
fn column(param: &Param, count: Option<usize>, cells: &[Option<Plain>]) -> Vec<(Param, Plain)> {
    let (values, n) = (of(&param.name, "values"), cells.len());
    let rows: Vec<&Plain> = cells.iter().flatten().collect();
    let tensor = |name: &str, axes: &[Option<usize>], shape: Vec<usize>| {
        let mut plain = Plain::new(param.element_type, shape);
        rows.iter().for_each(|row| plain.extend(row));
        (Param::new(name, param.element_type, axes), plain)
    };
    let numbers = |part: &str, axes: &[Option<usize>], shape: Vec<usize>, numbers: &[usize]| {
        let name = of(&param.name, part);
        (Param::new(&name, ElementType::U64, axes), Plain::numbers(shape, numbers))
    };

    if param.is_optional {
        // One row or none.
        let lengths: Vec<usize> = cells.iter().map(|cell| usize::from(cell.is_some())).collect();
        let there: Vec<Option<Plain>> = rows.iter().map(|row| Some((*row).clone())).collect();
        let required = Param { name: values, is_optional: false, ..param.clone() };
        return [vec![numbers("lengths", &[count], vec![n], &lengths)], column(&required, None, &there)].concat();
    }
    assert_eq!(rows.len(), n, "`{}` is always there", param.name);
    let fixed: Option<Vec<usize>> = param.axes.iter().copied().collect();
    if let Some(fixed) = fixed {
        let axes = [vec![count], param.axes.clone()].concat();
        return vec![tensor(&param.name, &axes, [vec![n], fixed].concat())];
    }
    let after_first: Option<Vec<usize>> = param.axes[1..].iter().copied().collect();
    if let Some(rest) = after_first {
        let lengths: Vec<usize> = rows.iter().map(|row| row.shape[0]).collect();
        let axes = [vec![None], param.axes[1..].to_vec()].concat();
        let shape = [vec![lengths.iter().sum()], rest].concat();
        return vec![numbers("lengths", &[count], vec![n], &lengths), tensor(&values, &axes, shape)];
    }
    let shapes: Vec<usize> = rows.iter().flat_map(|row| row.shape.clone()).collect();
    let rank = param.axes.len();
    let total = rows.iter().map(|row| row.shape.iter().product::<usize>()).sum();
    vec![numbers("shapes", &[count, Some(rank)], vec![n, rank], &shapes), tensor(&values, &[None], vec![total])]
}
