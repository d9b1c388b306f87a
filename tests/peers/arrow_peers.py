"""Other libraries read the files of `files_for_peers`, and write them again for the way back.

    arrow_peers.py FOLDER            pyarrow reads every file and every value, and writes each again
    arrow_peers.py FOLDER OUT        pyarrow, polars, duckdb and pandas do what is known of them; polars writes each again,
                                     into the folder OUT
"""

import io
import pathlib
import pickle
import sys

import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

ROWS = 7
# Those of which pyarrow makes arrays of numbers.
NUMBERS = {
    "pixels": (np.float32, (3, 2, 4)),
    "half": (np.float16, (2,)),
    "noise": (np.uint8, (300,)),
    "camera.position": (np.float32, (2,)),
    **{f"numbers.{name}": (dtype, (2, 2)) for name, dtype in {
        "u16": np.uint16, "u32": np.uint32, "u64": np.uint64, "i8": np.int8,
        "i16": np.int16, "i32": np.int32, "i64": np.int64, "f64": np.float64,
    }.items()},
}
FIXED = [*NUMBERS, "flags", "words", "spare", "keys"]
# The shape of each row.
VARIABLE = {
    "boxes": lambda at: [at % 4, 4],
    "tokens": lambda at: [at],
    "mask": lambda at: [at % 3, 3],
    "scores.values": lambda at: [at % 3],
    "sentences.lengths": lambda at: [at % 3],
    "sentences.values": lambda at: [sum(range(at % 3))],
}


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
        "noise": ((31 * at + 7 * np.arange(300)) % 256).astype(np.uint8),
        "frames": [[i, 1, -1, at] for i in range(at % 3)],
        "audio": {"bytes": bytes([at, at]), "path": "wav"},
        "video": {"bytes": bytes([at]), "path": "mp4"} if at % 2 == 1 else None,
        "keys": [bytes([at]), b""],
        "blobs": [b"\xff" * i for i in range(at % 3)],
        "scores.d0": [f"k{i}" for i in range(at % 3)],
        "scores.values": np.arange(at % 3, dtype=np.float32) / 2,
        **{name: np.array([1, 2, 3, at]).astype(dtype).reshape(shape)
           for name, (dtype, shape) in NUMBERS.items() if name.startswith("numbers.")},
        "camera.position": np.array([at, 0.5], dtype=np.float32),
        "camera.zoom": 2.0 if at == 1 else None,
        "sentences.lengths": np.arange(at % 3, dtype=np.uint64),
        "sentences.values": np.array([j for i in range(at % 3) for j in range(i)], dtype=np.uint32),
        "side": "Left" if at % 2 == 0 else "Right",
        "run": f"[{at},1]",
        "note": f'"é\\"{at}"' if at % 2 == 0 else None,
    }


def storage(column):
    return column.storage if isinstance(column, pa.ExtensionArray) else column


def check(table, kind):
    names = lambda field: getattr(field.type, "extension_name", None)
    want = lambda name: None if kind == "plain" else name
    assert set(table.schema.names) == set(expected(0)), table.schema.names
    for name in FIXED:
        assert names(table.schema.field(name)) == want("arrow.fixed_shape_tensor"), (kind, name)
    for name in VARIABLE:
        assert names(table.schema.field(name)) == want("arrow.variable_shape_tensor"), (kind, name)
    for name in ("run", "note"):
        assert names(table.schema.field(name)) == want("arrow.json"), (kind, name)
        assert table.schema.field(name).nullable == (name == "note"), (kind, name)
    assert names(table.schema.field("flag")) == (want("arrow.bool8") if kind == "bool8" else None)
    if kind != "plain":
        assert table.schema.field("pixels").type.shape == [3, 2, 4]
        assert table.schema.field("pixels").type.dim_names == ["c", "h", "w"]
    rows = {name: [] for name in table.schema.names}
    for batch in table.to_batches():
        batch.validate(full=True)
        for name, column in zip(batch.schema.names, batch.columns):
            if kind != "plain" and name in NUMBERS:
                dtype, shape = NUMBERS[name]
                array = column.to_numpy_ndarray()
                assert (array.dtype, array.shape[1:]) == (dtype, shape), (kind, name, array.dtype, array.shape)
                rows[name] += list(array)
            else:
                rows[name] += storage(column).to_pylist()
    for at in range(ROWS):
        for name, value in expected(at).items():
            found = rows[name][at]
            if name in VARIABLE and isinstance(found, dict):
                assert found["shape"] == VARIABLE[name](at), (kind, name, at, found)
                found = found["data"]
            if name in ("flags", "flag") and kind == "bool8":
                found = bool(found) if name == "flag" else [bool(byte) for byte in found]
            value = np.asarray(value) if isinstance(value, np.ndarray) else value
            equal = np.array_equal(np.asarray(found, value.dtype).ravel(), value.ravel()) if isinstance(value, np.ndarray) else found == value
            assert equal, (kind, name, at, value, found)


def written_again(folder):
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


def fails(call, text=""):
    """The words of the error of what has to fail: once it works, this test says so, and the docs are out of date."""
    try:
        found = call()
    except Exception as error:
        assert text in str(error), error
        return str(error)
    raise AssertionError(f"this works now: {found!r}"[:300])


def by_pyarrow(folder):
    for path in ("default.arrow", "default.parquet"):
        table = pq.read_table(folder / path) if path.endswith("parquet") else pa.ipc.open_file(folder / path).read_all()
        column = table["pixels"].chunk(0)
        array = column.to_numpy_ndarray()
        # The same memory, as one tensor with the names of its axes, row by row, and in part.
        address = column.storage.flatten().buffers()[1].address + 4 * column.storage.flatten().offset
        assert array.__array_interface__["data"][0] == address and array.shape[1:] == (3, 2, 4)
        assert column.to_tensor().dim_names[1:] == ["c", "h", "w"]
        assert np.array_equal(column.slice(1, 1).to_numpy_ndarray()[0], expected(1)["pixels"])
        assert np.array_equal(column[1].to_numpy(), expected(1)["pixels"])
        assert pickle.loads(pickle.dumps(column)).type == column.type
        # Nobody makes arrays of truth values or texts.
        for name in ("flags", "words"):
            fails(table[name].chunk(0).to_numpy_ndarray)
        column = table["boxes"].chunk(0)
        assert not hasattr(column, "to_numpy_ndarray")
        fails(lambda: pickle.loads(pickle.dumps(column)), "No type alias")
        assert column.storage.to_pylist()[1] == {"data": [1.0, 0.0, 0.5, -1.0], "shape": [1, 4]}


def by_polars(folder, out):
    import polars as pl

    readers = {"parquet": pl.read_parquet, "arrow": pl.read_ipc, "arrows": pl.read_ipc_stream}
    for path in sorted(folder.glob("[a-z]*.*")):
        if path.name.startswith("back-"):
            continue
        ending = path.suffix[1:]
        frame = readers[ending](path)
        if path.stem == "default":
            for names, of in ((FIXED, "fixed"), (VARIABLE, "variable")):
                for name in names:
                    assert f"arrow.{of}_shape_tensor" in str(frame.schema[name]), frame.schema[name]
            assert "Array(Float32" in str(frame.schema["pixels"]) and "List(Float64)" in str(frame.schema["boxes"])
            written = io.BytesIO()
            frame.select(FIXED).write_ipc(written)
            back = pa.ipc.open_file(pa.py_buffer(written.getvalue())).read_all()
            assert back.schema.field("pixels").type.shape == [3, 2, 4]
            # Lists become large under a name that has none, and then pyarrow does not open the file.
            written = io.BytesIO()
            frame.select("boxes").write_ipc(written)
            fails(lambda: pa.ipc.open_file(pa.py_buffer(written.getvalue())), "large_list")
        again = out / f"back-{path.name}"
        {"parquet": frame.write_parquet, "arrow": frame.write_ipc, "arrows": frame.write_ipc_stream}[ending](again)


def by_duckdb(folder):
    import duckdb

    rows = duckdb.sql(f"select pixels, boxes, flag, half, label from '{folder}/default.parquet'")
    assert [str(kind) for kind in rows.types] == [
        "FLOAT[]", 'STRUCT("data" DOUBLE[], shape INTEGER[])', "BOOLEAN", "FLOAT[]", "VARCHAR",
    ], rows.types
    pixels, boxes, flag, _, label = rows.fetchall()[5]
    assert np.array_equal(np.float32(pixels), expected(5)["pixels"].ravel()) and label == "label 5"
    assert boxes == {"data": [5.0, 0.0, 0.5, -1.0], "shape": [1, 4]} and flag is True
    # Numbers of 8 and 16 bits, which are written as the differences of neighbours.
    rows = duckdb.sql(f"select spare, noise, frames from '{folder}/default.parquet'").fetchall()
    assert len(rows) == ROWS
    for at, (spare, noise, frames) in enumerate(rows):
        row = expected(at)
        assert spare == row["spare"] and noise == row["noise"].tolist() and frames == row["frames"], rows[at]
    assert [str(kind) for kind in duckdb.sql(f"select flag from '{folder}/bool8.parquet'").types] == ["TINYINT"]
    table = pa.ipc.open_file(folder / "bool8.arrow").read_all()
    rows = duckdb.from_arrow(table.select(["pixels", "boxes", "flag"]))
    assert [str(kind) for kind in rows.types] == [
        "FLOAT[24]", 'STRUCT("data" DOUBLE[], shape INTEGER[2])', "BOOLEAN",
    ], rows.types
    # What a tensor is gets lost.
    back = rows.to_arrow_table()
    assert not isinstance(back.schema.field("pixels").type, pa.BaseExtensionType)
    fails(lambda: duckdb.from_arrow(table.select(["half"])).fetchall(), "Unsupported Internal Arrow Type")


def by_pandas(folder):
    import pandas as pd

    frame = pd.read_parquet(folder / "default.parquet")
    assert frame["pixels"].dtype == object and frame["pixels"][3].shape == (24,)
    assert np.array_equal(frame["pixels"][3], expected(3)["pixels"].ravel())
    assert all(np.array_equal(frame["noise"][at], expected(at)["noise"]) for at in range(ROWS))
    assert list(frame["boxes"][5]) == ["data", "shape"] and list(frame["boxes"][5]["shape"]) == [1, 4]
    written = io.BytesIO()
    frame[["pixels", "boxes"]].to_parquet(written)
    lost = pq.read_schema(io.BytesIO(written.getvalue()))
    assert pa.types.is_list(lost.field("pixels").type) and pa.types.is_struct(lost.field("boxes").type), lost
    frame = pd.read_parquet(folder / "default.parquet", dtype_backend="pyarrow")
    for name in ("pixels", "boxes"):
        assert "shape_tensor" in str(frame[name].dtype), frame[name].dtype


def main():
    folder = pathlib.Path(sys.argv[1])
    if len(sys.argv) == 2:
        return written_again(folder)
    by_pyarrow(folder)
    by_polars(folder, pathlib.Path(sys.argv[2]))
    by_duckdb(folder)
    by_pandas(folder)
    versions = [f"{name} {sys.modules[name].__version__}" for name in ("pyarrow", "polars", "duckdb", "pandas")]
    print(f"{', '.join(versions)}: do with our files what is known of them")


main()
