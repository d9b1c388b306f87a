"""Files of NumPy and of the safetensors package.

files.py make DIR   writes the files that tests/files holds
files.py again DIR  reads each file DIR/X and writes what it holds to DIR/again/X
"""

import pathlib
import sys
import zipfile

import numpy as np
import safetensors
import safetensors.numpy

NUMBERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]


def values(dtype):
    """[[0, 1, 2], [3, 4, 5]], the imaginary parts ten times as much."""
    array = np.arange(6).reshape(2, 3)
    return (array + 10j * array).astype(dtype) if "c" in dtype else array.astype(dtype)


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {name: values(name) for name in NUMBERS}
    arrays["bool"] = values("i1") % 2 == 1
    np.savez(folder / "all.npz", **arrays)
    np.savez_compressed(folder / "deflated.npz", **arrays)
    # What `scipy.sparse.save_npz` writes of [[0, 1.5, 0], [0, 0, -2]]: the name of the format is bytes.
    sparse = {
        "indices": np.array([1, 2], "i4"),
        "indptr": np.array([0, 1, 2], "i4"),
        "format": np.array(b"csr"),
        "shape": np.array([2, 3], "i8"),
        "data": np.array([1.5, -2.0]),
    }
    np.savez_compressed(folder / "sparse.npz", **sparse)
    # A file that is no array beside one, and an array without a name.
    np.savez(folder / "mixed.npz", **{"": np.arange(3, dtype="u1"), "x": np.array([0.5, -0.5])})
    with zipfile.ZipFile(folder / "mixed.npz", "a") as archive:
        archive.writestr("readme.txt", "no array")
        archive.writestr("words.npy", "no array either")
    single = {
        "plain": values("f4"),
        "fortran": np.asfortranarray(values("f4")),
        "big": values(">f4"),
        "big_fortran": np.asfortranarray(values(">c8")),
        "scalar": np.float64(2.5),
        "empty": np.zeros((0, 3), "u2"),
        "line": np.arange(5, dtype="i8"),
        "text": np.array(["one", "three"]),
        "dates": np.array(["2026-11-21"], "M8[D]"),
        "extended": np.zeros(2, np.longdouble),
        "structured": np.zeros(2, [("a", "u1"), ("b", "f4", (2,))]),
    }
    for name, array in single.items():
        np.save(folder / f"{name}.npy", array)
    with open(folder / "version2.npy", "wb") as file:
        np.lib.format.write_array(file, values("f4"), version=(2, 0))
    np.save(folder / "object.npy", np.array([{"a": 1}, None], object), allow_pickle=True)
    with open(folder / "two.npy", "wb") as file:
        np.save(file, values("u1"))
        np.save(file, values("f4"))

    del arrays["c16"]
    (folder / "all.safetensors").write_bytes(safetensors.numpy.save(arrays, metadata={"format": "np"}))
    half = (values("f4").view("u4") >> 16).astype("u2")
    (folder / "bfloat16.safetensors").write_bytes(serialized({"x": ("bfloat16", [2, 3], half)}))
    mixed = {
        "": ("uint8", [3], np.arange(3, dtype="u1")),
        "scales": ("float32", [2], np.array([0.5, -0.5], "f4")),
        "packed": ("float8_e4m3fn", [2], np.zeros(2, "u1")),
        "half": ("float4_e2m1fn_x2", [2, 1], np.zeros(2, "u1")),
    }
    (folder / "mixed.safetensors").write_bytes(serialized(mixed))
    (folder / "float8.safetensors").write_bytes(serialized({"x": ("float8_e4m3fn", [2], np.zeros(2, "u1"))}))


def serialized(tensors):
    """A file of tensors that are given by type, shape and an array of their bytes."""
    specs = {
        name: safetensors.TensorSpec(dtype=dtype, shape=shape, data_ptr=array.ctypes.data, data_len=array.nbytes)
        for name, (dtype, shape, array) in tensors.items()
    }
    return bytes(safetensors.serialize(specs))


def again(folder):
    out = folder / "again"
    out.mkdir(exist_ok=True)
    for path in sorted(folder.iterdir()):
        if path.suffix == ".npy":
            np.save(out / path.name, np.load(path))
        elif path.suffix == ".npz":
            with np.load(path) as arrays:
                np.savez(out / path.name, **arrays)
        elif path.suffix == ".safetensors":
            tensors = safetensors.deserialize(path.read_bytes())
            bits = {"int": "I", "uint": "U"}
            names = {f"{letter}{size}": f"{word}{size}" for word, letter in bits.items() for size in (8, 16, 32, 64)}
            names |= {"F32": "float32", "F64": "float64", "F16": "float16", "BF16": "bfloat16"}
            names |= {"BOOL": "bool", "C64": "complex64"}
            kept = {
                name: (names[tensor["dtype"]], tensor["shape"], np.frombuffer(tensor["data"], "u1"))
                for name, tensor in tensors
            }
            (out / path.name).write_bytes(serialized(kept))


{"make": make, "again": again}[sys.argv[1]](pathlib.Path(sys.argv[2]))
