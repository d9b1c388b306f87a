"""pyarrow writes files of random schemas, and the values in them as lines of test vectors: what `conformance -- arrow
FOLDER` of tensor-format-arrow reads and compares.

usage: arrow_schemas.py FOLDER COUNT [SEED]
"""

import json
import pathlib
import random
import sys

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

NUMBERS = {
    "u8": pa.uint8(), "u16": pa.uint16(), "u32": pa.uint32(), "u64": pa.uint64(),
    "i8": pa.int8(), "i16": pa.int16(), "i32": pa.int32(), "i64": pa.int64(),
    "f16": pa.float16(), "f32": pa.float32(), "f64": pa.float64(),
}  # fmt: skip
TEXTS = ["", "a", "é", "a text that is longer than twelve bytes", "\u0000", "日本"]
NAMES = ["x", "Ünïcode", "a.b", "", "with space", "y", "quote\"d", "z" * 40]
AXES = ["c", "h", "w", "", "Zeit", "a\"b"]


class Column:
    """One column: its array, its field, its rules as tensor-format prints them, and its rows."""

    def __init__(self, rng, number, name, rows, is_parquet):
        self.rng, self.number, self.name, self.rows, self.is_parquet = rng, number, name, rows, is_parquet
        self.metadata = None
        self.nullable = rng.random() < 0.6
        self.missing = [self.nullable and rng.random() < 0.25 for _ in range(rows)]
        kinds = ["fixed"] * 4 + ["variable"] * 3 + ["scalar", "scalar", "bool8", "list", "nested", "list_of_lists"]
        self.kind = rng.choice(kinds)
        getattr(self, self.kind)()

    # Elements.

    def element_of(self, variable=True):
        kinds = list(NUMBERS) + ["bool"] + (["string", "binary"] if variable else [])
        return self.rng.choice(kinds)

    def elements(self, element, count):
        """Returns random elements as an array, and as what a row of a vector holds of each."""
        if element in NUMBERS:
            kind = np.dtype(NUMBERS[element].to_pandas_dtype())
            values = np.frombuffer(self.rng.randbytes(count * kind.itemsize), kind)
            return pa.array(values, NUMBERS[element]), [value.tobytes().hex() for value in values]
        if element == "bool":
            values = [self.rng.random() < 0.5 for _ in range(count)]
            return pa.array(values, pa.bool_()), ["01" if value else "00" for value in values]
        texts = [self.rng.choice(TEXTS) for _ in range(count)]
        if element == "string":
            return pa.array(texts, self.rng.choice([pa.string(), pa.large_string()] + self.views(pa.string_view()))), texts
        data = [text.encode()[1:] for text in texts]
        types = [pa.binary(), pa.large_binary()] + self.views(pa.binary_view())
        return pa.array(data, self.rng.choice(types)), [{"hex": value.hex()} for value in data]

    def views(self, kind):
        return [kind] if self.kind == "scalar" else []

    def row(self, element, shape, held):
        if element in ("string", "binary"):
            return {"shape": list(shape), "values": list(held)}
        return {"shape": list(shape), "values_hex": "".join(held)}

    def expect(self, rows):
        self.expected = [None if missing else row for missing, row in zip(self.missing, rows)]

    def mask(self):
        return pa.array(self.missing, pa.bool_()) if any(self.missing) else None

    # Axes.

    def axes(self):
        rank = self.rng.randrange(6)
        least = 1 if self.is_parquet else 0
        shape = [self.rng.randrange(least, 4) for _ in range(rank)]
        names = [self.axis(at) for at in range(rank)] if rank and self.rng.random() < 0.4 else None
        order = self.rng.sample(range(rank), rank) if rank and self.rng.random() < 0.3 else None
        return shape, names, order

    def axis(self, at):
        """Returns the name of an axis: none, or one that no other of the file has, since equal ones must be as long."""
        name = self.rng.choice(AXES)
        return name and f"{name}{self.number}{at}"

    def set_rules(self, element, lens, names, order):
        axes = []
        for axis in order or range(len(lens)):
            name, len_ = (names[axis] if names else "").replace("\"", "\\\""), lens[axis]
            if name and len_ is not None:
                axes.append(f"{name}: {len_}")
            else:
                axes.append(name or ("_" if len_ is None else str(len_)))
        self.rules = f"{element} [{', '.join(axes)}]"

    def seen(self, element, shape, order, held):
        """Returns a row whose axes are seen in this order."""
        if order is None:
            return self.row(element, shape, held)
        places = np.arange(len(held)).reshape(shape).transpose(order)
        return self.row(element, places.shape, [held[at] for at in places.ravel()])

    def text(self, **keys):
        self.rng.random() < 0.3 and keys.update(unknown=[1, {"a": None}])
        keys = {key: value for key, value in keys.items() if value is not None}
        return json.dumps(keys, ensure_ascii=self.rng.random() < 0.5)

    # Kinds of columns.

    def scalar(self):
        element = self.element_of()
        values, held = self.elements(element, self.rows)
        if any(self.missing):
            values = pa.array([None if gone else value for gone, value in zip(self.missing, values)], values.type)
        self.array = values
        self.rules = f"{element} []"
        self.expect([self.row(element, [], [one]) for one in held])

    def bool8(self):
        values = [self.rng.choice([0, 1, 255, 7]) for _ in range(self.rows)]
        storage = pa.array(np.array(values, np.uint8).view(np.int8), pa.int8(), mask=np.array(self.missing, bool))
        self.array = pa.ExtensionArray.from_storage(pa.bool8(), storage)
        self.rules = "bool []"
        self.expect([self.row("bool", [], ["01" if value else "00"]) for value in values])

    def fixed(self):
        element = self.element_of()
        shape, names, order = self.axes()
        size = int(np.prod(shape, dtype=np.int64))
        values, held = self.elements(element, self.rows * size)
        storage = pa.FixedSizeListArray.from_arrays(values, size, mask=self.mask()) if self.rows and size else None
        if storage is None:
            lists = [None if gone else [] for gone in self.missing] if size == 0 else []
            storage = pa.array(lists, pa.list_(values.type, size))
        if shape and self.rng.random() < 0.6:
            kind = pa.fixed_shape_tensor(values.type, shape, dim_names=names, permutation=order)
            self.array = pa.ExtensionArray.from_storage(kind, storage)
        else:
            self.array = storage
            text = self.text(shape=shape, dim_names=names, permutation=order)
            self.metadata = {"ARROW:extension:name": "arrow.fixed_shape_tensor", "ARROW:extension:metadata": text}
        self.set_rules(element, shape, names, order)
        parts = [held[at * size : (at + 1) * size] for at in range(self.rows)]
        self.expect([self.seen(element, shape, order, part) for part in parts])

    def variable(self):
        element = self.element_of(variable=False)
        lens, names, order = self.axes()
        lens = [None if self.rng.random() < 0.6 else len_ for len_ in lens]
        if not lens and self.is_parquet:
            lens, names, order = [None], None, None
        shapes = [[self.rng.randrange(4) if len_ is None else len_ for len_ in lens] for _ in range(self.rows)]
        counts = [int(np.prod(shape, dtype=np.int64)) for shape in shapes]
        ends = np.cumsum([0] + counts)
        values, held = self.elements(element, int(ends[-1]))
        data = pa.ListArray.from_arrays(pa.array(ends, pa.int32()), values)
        flat = pa.array([len_ for shape in shapes for len_ in shape], pa.int32())
        sizes = pa.FixedSizeListArray.from_arrays(flat, len(lens)) if lens and self.rows else None
        if sizes is None:
            sizes = pa.array([[] for _ in shapes], pa.list_(pa.int32(), len(lens)))
        self.array = pa.StructArray.from_arrays([data, sizes], ["data", "shape"], mask=self.mask())
        uniform = lens if any(len_ is not None for len_ in lens) else None
        text = self.text(dim_names=names, permutation=order, uniform_shape=uniform)
        self.metadata = {"ARROW:extension:name": "arrow.variable_shape_tensor", "ARROW:extension:metadata": text}
        self.set_rules(element, lens, names, order)
        parts = [held[ends[at] : ends[at + 1]] for at in range(self.rows)]
        self.expect([self.seen(element, shape, order, part) for shape, part in zip(shapes, parts)])

    def list(self):
        element = self.element_of()
        counts = [self.rng.randrange(4) for _ in range(self.rows)]
        ends = np.cumsum([0] + counts)
        values, held = self.elements(element, int(ends[-1]))
        kind, offsets = self.rng.choice([(pa.ListArray, pa.int32()), (pa.LargeListArray, pa.int64())])
        self.array = kind.from_arrays(pa.array(ends, offsets), values, mask=self.mask())
        self.rules = f"{element} [_]"
        parts = [held[ends[at] : ends[at + 1]] for at in range(self.rows)]
        self.expect([self.row(element, [len(part)], part) for part in parts])

    def nested(self):
        element = self.element_of()
        shape = [self.rng.randrange(1, 4) for _ in range(self.rng.randrange(1, 4))]
        size = int(np.prod(shape))
        values, held = self.elements(element, self.rows * size)
        for axis, len_ in reversed(list(enumerate(shape))):
            values = pa.FixedSizeListArray.from_arrays(values, len_, mask=None if axis or not self.rows else self.mask())
        self.array = values
        self.set_rules(element, shape, None, None)
        parts = [held[at * size : (at + 1) * size] for at in range(self.rows)]
        self.expect([self.row(element, shape, part) for part in parts])

    def list_of_lists(self):
        element = self.element_of()
        inner = self.rng.randrange(1, 4)
        counts = [self.rng.randrange(4) for _ in range(self.rows)]
        ends = np.cumsum([0] + counts)
        values, held = self.elements(element, int(ends[-1]) * inner)
        items = pa.FixedSizeListArray.from_arrays(values, inner)
        self.array = pa.ListArray.from_arrays(pa.array(ends, pa.int32()), items, mask=self.mask())
        self.rules = f"{element} [_, {inner}]"
        parts = [held[ends[at] * inner : ends[at + 1] * inner] for at in range(self.rows)]
        self.expect([self.row(element, [len(part) // inner, inner], part) for part in parts])


def write(rng, folder, number):
    """Writes a file of a random schema, and returns its line."""
    container = rng.choice(["file", "stream", "parquet"])
    lens = [rng.choice([0, 1, 2, 3, 5]) for _ in range(rng.choice([1, 1, 2, 3]))]
    before = rng.randrange(3)
    rows = before + sum(lens)
    names = rng.sample(NAMES, rng.randrange(1, 5))
    columns = [Column(rng, at, name, rows, container == "parquet") for at, name in enumerate(names)]
    fields = [pa.field(one.name, one.array.type, one.nullable, one.metadata) for one in columns]
    schema = pa.schema(fields)
    batches, at = [], before
    for len_ in lens:
        arrays = [column.array.slice(at, len_) for column in columns]
        batches.append(pa.RecordBatch.from_arrays(arrays, schema=schema))
        at += len_
    ending = {"file": "arrow", "stream": "arrows", "parquet": "parquet"}[container]
    path = folder / f"{number}.{ending}"
    if container == "parquet":
        pq.write_table(pa.Table.from_batches(batches, schema), path, compression=rng.choice(["snappy", "zstd", "none"]))
    else:
        options = pa.ipc.IpcWriteOptions(compression=rng.choice([None, None, "lz4", "zstd"]))
        new = pa.ipc.new_file if container == "file" else pa.ipc.new_stream
        with new(path, schema, options=options) as writer:
            for batch in batches:
                writer.write_batch(batch)
    return {
        "id": f"random-{number}",
        "profile": "core",
        "file": path.name,
        "container": container,
        "schema": [{"name": one.name, "rules": one.rules, "nullable": one.nullable} for one in columns],
        "batches": lens,
        "columns": {one.name: one.expected[before:] for one in columns},
    }


def main(folder, count, seed=1):
    folder = pathlib.Path(folder)
    rng = random.Random(int(seed))
    with open(folder / "accept.jsonl", "w") as lines:
        for number in range(int(count)):
            lines.write(json.dumps(write(rng, folder, number)) + "\n")
    (folder / "reject.jsonl").write_text("")
    print(f"pyarrow {pa.__version__}: {count} files of random schemas, seed {seed}")


main(*sys.argv[1:])
