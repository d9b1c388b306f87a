"""The published Python client of Decthings, as the other side of `tests/tests/decthings_python.rs`.

    decthings_peer.py read FILE           holds every tensor of the file to its elements, and writes it again
    decthings_peer.py write FILE COUNT    makes a file of COUNT tensors
    decthings_peer.py request FILE        makes a request
    decthings_peer.py response FILE       prints the parameters of a response
    decthings_peer.py faults              says what the client cannot do
"""

import json
import random
import sys

import numpy as np
from decthings_api import protocol
from decthings_api.tensor import DecthingsElementAudio, DecthingsElementImage, DecthingsElementVideo, DecthingsTensor

# The client's names of element types, by ours.
NAMES = {"bool": "boolean"}
NUMBERS = {
    "f32": "<f4", "f64": "<f8", "i8": "i1", "i16": "<i2", "i32": "<i4", "i64": "<i8",
    "u8": "u1", "u16": "<u2", "u32": "<u4", "u64": "<u8", "bool": "?",
}
MEDIA = {"image": DecthingsElementImage, "audio": DecthingsElementAudio, "video": DecthingsElementVideo}


def read(path):
    count = 0
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        dtype, data = row["dtype"], bytes.fromhex(row["hex"])
        tensor, used = DecthingsTensor.deserialize(data)
        assert used == len(data), row
        assert tensor.type() == NAMES.get(dtype, dtype), row
        assert tensor.shape() == row["shape"], row
        elements = tensor.numpy()
        if dtype in NUMBERS:
            assert elements.dtype == np.dtype(NUMBERS[dtype]), row
            assert elements.tobytes().hex() == row["raw"], row
        elif dtype in MEDIA:
            found = [[element.format(), element.data().hex()] for element in elements.reshape(-1)]
            assert found == row["media"], row
        else:
            assert list(elements.reshape(-1)) == row["texts"], row
        # What it cannot write again it has at least read.
        if dtype not in ("audio", "video") or elements.size == 0:
            assert tensor.serialize() == data, row
        count += 1
    print(f"{count} tensors read")


def make(rng, dtype):
    shape = [rng.randrange(5) for _ in range(rng.randrange(5))]
    if rng.randrange(10) == 0:
        shape = [rng.randrange(245, 260)]
    count = int(np.prod(shape))
    row = {"dtype": dtype, "shape": shape}
    if dtype == "bool":
        elements = np.array([rng.random() < 0.5 for _ in range(count)], dtype=bool)
        row["raw"] = elements.tobytes().hex()
    elif dtype in NUMBERS:
        raw = rng.randbytes(count * np.dtype(NUMBERS[dtype]).itemsize)
        elements = np.frombuffer(raw, dtype=NUMBERS[dtype])
        row["raw"] = raw.hex()
    elif dtype == "image":
        row["media"] = [["".join(rng.choices("abcxyz019", k=3)), rng.randbytes(rng.randrange(300)).hex()] for _ in range(count)]
        elements = np.empty(count, dtype=object)
        elements[:] = [DecthingsElementImage(form, bytes.fromhex(data)) for form, data in row["media"]]
    elif dtype == "binary":
        row["texts"] = [rng.randbytes(rng.randrange(20)).hex() for _ in range(count)]
        elements = np.empty(count, dtype=object)
        elements[:] = [bytes.fromhex(text) for text in row["texts"]]
    else:
        row["texts"] = ["".join(rng.choices("aé€𝄞\0 \n", k=rng.randrange(9))) for _ in range(count)]
        elements = np.empty(count, dtype=object)
        elements[:] = row["texts"]
    row["hex"] = DecthingsTensor(elements, NAMES.get(dtype, dtype), shape).serialize().hex()
    return row


def write(path, count):
    rng = random.Random(1)
    types = [*NUMBERS, "string", "binary", "image"]
    with open(path, "w", encoding="utf-8") as out:
        for index in range(count):
            print(json.dumps(make(rng, types[index % len(types)])), file=out)


def request(path):
    x = DecthingsTensor([1.0, 2.0], "f32", [2])
    words = DecthingsTensor(["hello", "é"], "string", [2])
    params = {"modelId": "m", "params": [{"name": "x"}, {"name": "words"}]}
    with open(path, "wb") as out:
        out.write(protocol.serialize_for_http(params, [x.serialize(), words.serialize()]))


def response(path):
    message, blobs = protocol.deserialize_for_http(open(path, "rb").read())
    names = [parameter["name"] for parameter in message["output"]]
    values = [DecthingsTensor.deserialize(blob)[0].numpy().tolist() for blob in blobs]
    print("; ".join(f"{name} {value}" for name, value in zip(names, values, strict=True)))


def outcome(what, call):
    try:
        call()
    except Exception as error:
        kind = type(error).__name__
        print(f"{what}: {kind if kind in ('TypeError', 'ValueError') else 'error'}")
    else:
        print(f"{what}: ok")


def faults():
    number = bytes.fromhex("01000000803f")
    outcome("binary elements cannot be read", lambda: DecthingsTensor.deserialize(bytes.fromhex("0c00020161")))
    outcome("audio cannot be written", DecthingsTensor([DecthingsElementAudio("wav", b"")], "audio", [1]).serialize)
    outcome("video cannot be written", DecthingsTensor([DecthingsElementVideo("mp4", b"")], "video", [1]).serialize)
    outcome("a length of 65536 cannot be written", DecthingsTensor(np.zeros(65536, "u1"), "u8", [65536]).serialize)
    outcome("numbers one after another cannot be read", lambda: DecthingsTensor.deserialize(number + number))
    outcome("the length of a section is not looked at", lambda: DecthingsTensor.deserialize(bytes.fromhex("0b00090161")))
    outcome("longer varints are read", lambda: DecthingsTensor.deserialize(bytes.fromhex("0701fd000105")))
    outcome("any boolean byte is read", lambda: DecthingsTensor.deserialize(bytes.fromhex("0d0002")))
    outcome("rank 65 cannot be read", lambda: DecthingsTensor.deserialize(b"\x07\x41" + b"\x01" * 66))


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    if command == "write":
        write(arguments[0], int(arguments[1]))
    else:
        {"read": read, "request": request, "response": response, "faults": faults}[command](*arguments)
