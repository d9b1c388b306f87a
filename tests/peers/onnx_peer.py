"""`tensor-format rules` on every model and tensor of the onnx package, against the package itself.

    onnx_peer.py TOOL

A model or tensor that the tool refuses must hold something that it says it has no definition for.
"""

import json
import pathlib
import subprocess
import sys

import onnx
from onnx import TensorProto

tool = sys.argv[1]
data = pathlib.Path(onnx.__file__).parent / "backend" / "test" / "data"

# The element types that the tool has, by their numbers in onnx.
NAMES = {
    TensorProto.FLOAT: "f32", TensorProto.UINT8: "u8", TensorProto.INT8: "i8", TensorProto.UINT16: "u16",
    TensorProto.INT16: "i16", TensorProto.INT32: "i32", TensorProto.INT64: "i64", TensorProto.STRING: "string",
    TensorProto.BOOL: "bool", TensorProto.FLOAT16: "f16", TensorProto.DOUBLE: "f64", TensorProto.UINT32: "u32",
    TensorProto.UINT64: "u64", TensorProto.COMPLEX64: "c64", TensorProto.COMPLEX128: "c128",
    TensorProto.BFLOAT16: "bf16",
}


class Foreign(Exception):
    """Something that has no definition."""


def element_type(number):
    if number not in NAMES:
        raise Foreign
    return NAMES[number]


def axis(dim):
    kind = dim.WhichOneof("value")
    return str(dim.dim_value) if kind == "dim_value" else dim.dim_param or "_"


def definition(info, given):
    kind, optional = info.type, info.name in given
    while kind.WhichOneof("value") == "optional_type":
        kind, optional = kind.optional_type.elem_type, True
    if kind.WhichOneof("value") != "tensor_type":
        raise Foreign
    tensor = kind.tensor_type
    axes = ", ".join(map(axis, tensor.shape.dim)) if tensor.HasField("shape") else ".."
    return f"{info.name}{'?' if optional else ''}: {element_type(tensor.elem_type)} [{axes}]"


def expected(path):
    if path.suffix == ".pb":
        tensor = TensorProto.FromString(path.read_bytes())
        return f"{element_type(tensor.data_type)} [{', '.join(map(str, tensor.dims))}]\n"
    graph = onnx.load(path, load_external_data=False).graph
    given = {tensor.name for tensor in graph.initializer}
    sides = [[definition(info, given if side is graph.input else ()) for info in side] for side in (graph.input, graph.output)]
    return "input:\n" + "\n".join(sides[0]) + "\noutput:\n" + "\n".join(sides[1]) + "\n"


same = refused = 0
for path in sorted([*data.rglob("*.onnx"), *data.rglob("*.pb")]):
    ran = subprocess.run([tool, "rules", "--text", path], capture_output=True, text=True)
    try:
        want = expected(path)
    except Exception as error:
        # Sequences in files of tensors are no `TensorProto`, for Python neither.
        assert ran.returncode == 2 or not isinstance(error, Foreign), (path, ran)
        assert ran.returncode in (0, 2), (path, ran)
        refused += 1
        continue
    assert (ran.returncode, ran.stdout) == (0, want), (path, ran, want)
    if path.suffix == ".onnx":
        ran = subprocess.run([tool, "rules", path], capture_output=True, text=True)
        assert ran.returncode in (0, 2), (path, ran)
        if ran.returncode == 0:
            assert [d["name"] for d in json.loads(ran.stdout)["evaluateInput"]] == [i.name for i in onnx.load(path).graph.input]
    same += 1
print(f"{same} files of onnx {onnx.__version__} have the same definitions as in Python, {refused} have none in either")
assert same > 300
