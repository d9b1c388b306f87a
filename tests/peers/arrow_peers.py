"""pyarrow reads the files of `files_for_peers`, compares every value, and writes each again for the way back.

usage: arrow_peers.py FOLDER
"""

import pathlib
import sys

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

ROWS = 7


def expected(at):
    box = lambda i: [float(at), float(i), 0.5, -1.0]
    return {
        "pixels": (100 * at + np.arange(24, dtype=np.float32)).reshape(3, 2, 4),
        "half": np.array([at, -0.5], dtype=np.float16),
        "flags": [at % 2 == 0, True, False, at % 3 == 0, False, True],
        "words": [f"é{at}", ""],
        "boxes": np.array([box(i) for i in range(at % 4)], dtype=np.float64).reshape(-1, 4),
        "tokens": np.arange(at, dtype=np.uint32),
        "mask": [bit for i in range(at % 3) for bit in (i == 0, at % 2 == 0, True)],
        "texts": [f"t{i}" for i in range(at % 3)],
        "image": {"bytes": bytes([at]) * at, "path": "png"},
        "label": f"label {at}",
        "data": b"\xff" * at,
        "flag": at % 2 == 1,
        "count": -at,
        "score": at / 2 if at % 2 == 0 else None,
        "spare": [at, 255] if at % 3 == 0 else None,
        "frames": [[i, 1, -1, at] for i in range(at % 3)],
    }


def storage(column):
    return column.storage if isinstance(column, pa.ExtensionArray) else column


def check(table, kind):
    names = lambda field: getattr(field.type, "extension_name", None)
    want = lambda name: None if kind == "plain" else name
    for name in ("pixels", "half", "flags", "words", "spare"):
        assert names(table.schema.field(name)) == want("arrow.fixed_shape_tensor"), (kind, name)
    for name in ("boxes", "tokens", "mask"):
        assert names(table.schema.field(name)) == want("arrow.variable_shape_tensor"), (kind, name)
    assert names(table.schema.field("flag")) == (want("arrow.bool8") if kind == "bool8" else None)
    if kind != "plain":
        assert table.schema.field("pixels").type.shape == [3, 2, 4]
        assert table.schema.field("pixels").type.dim_names == ["c", "h", "w"]
    rows = {name: [] for name in table.schema.names}
    for batch in table.to_batches():
        batch.validate(full=True)
        for name, column in zip(batch.schema.names, batch.columns):
            if kind != "plain" and name in ("pixels", "half"):
                rows[name] += list(column.to_numpy_ndarray())
            else:
                rows[name] += storage(column).to_pylist()
    for at in range(ROWS):
        for name, value in expected(at).items():
            found = rows[name][at]
            if name in ("boxes", "tokens", "mask") and isinstance(found, dict):
                shape = {"boxes": [at % 4, 4], "tokens": [at], "mask": [at % 3, 3]}[name]
                assert found["shape"] == shape, (kind, name, at, found)
                found = found["data"]
            if name in ("flags", "flag") and kind == "bool8":
                found = bool(found) if name == "flag" else [bool(byte) for byte in found]
            value = np.asarray(value) if isinstance(value, np.ndarray) else value
            equal = np.array_equal(np.asarray(found, value.dtype).ravel(), value.ravel()) if isinstance(value, np.ndarray) else found == value
            assert equal, (kind, name, at, value, found)
            if kind != "plain" and name == "pixels":
                assert found.shape == (3, 2, 4)


def main(folder):
    files = 0
    for path in sorted(folder.glob("[a-z]*.*")):
        if path.name.startswith("back-"):
            continue
        if path.suffix == ".parquet":
            table = pq.read_table(path)
        elif path.suffix == ".arrow":
            table = pa.ipc.open_file(path).read_all()
        else:
            table = pa.ipc.open_stream(path).read_all()
        assert table.num_rows == ROWS
        check(table, path.stem)
        back = folder / f"back-{path.name}"
        if path.suffix == ".parquet":
            pq.write_table(table, back)
        else:
            new = pa.ipc.new_file if path.suffix == ".arrow" else pa.ipc.new_stream
            with new(back, table.schema) as writer:
                writer.write_table(table)
        files += 1
    assert files == 12, files
    print(f"pyarrow {pa.__version__}: {files} files equal, and written again")


main(pathlib.Path(sys.argv[1]))
