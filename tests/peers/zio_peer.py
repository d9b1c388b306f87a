"""The other end of `zmq_peer`: ZIO messages over real ZeroMQ sockets, in Python.

    zio_peer.py VECTORS TO_RUST FROM_RUST

Sends the frames of every vector in the file VECTORS to the endpoint TO_RUST. Then takes as many messages from
FROM_RUST, twice: as the Rust side read and wrote them, and as it built them anew. The first must be the same frames, the
second must describe the same elements.
"""

import itertools
import json
import struct
import sys

import zmq

WAIT_MS = 30_000


def offsets(tensor):
    """The index in the part of each element, in logical order."""
    shape = tensor["shape"]
    rank = len(shape)
    order = tensor.get("order")
    order = range(rank - 1, -1, -1) if order is None else order
    ascend = tensor.get("ascend") or [True] * rank
    strides, run = [0] * rank, 1
    for axis in order:
        strides[axis] = run
        run *= shape[axis]
    for index in itertools.product(*map(range, shape)):
        place = [i if up else n - 1 - i for i, n, up in zip(index, shape, ascend)]
        yield sum(i * stride for i, stride in zip(place, strides))


def elements(tensor, index, parts):
    """The bytes of a tensor's elements, little-endian and in logical order."""
    part = parts[tensor.get("part", index)]
    word, dtype = tensor["word"], tensor["dtype"]
    size = word // 2 if dtype.endswith("c") else word
    out = bytearray()
    for at in offsets(tensor):
        element = part[at * word : (at + 1) * word]
        if len(element) != word:
            raise ValueError(f"a part of {len(part)} bytes for {tensor}")
        if dtype.startswith(">"):
            element = b"".join(element[i : i + size][::-1] for i in range(0, word, size))
        out += element
    return bytes(out)


def check_built(vector, frames):
    """Judges a message that the Rust side built from the elements of a vector."""
    prefix, coord, parts = frames[0], frames[1], frames[2:]
    assert prefix[:3] == b"ZIO" and prefix[3:4] == b"%d" % vector["level"], prefix
    assert struct.unpack("<QQQ", coord) == tuple(vector[key] for key in ("origin", "granule", "seqno"))
    label = prefix[8:].decode()
    tens = json.loads(label)["TENS"]
    assert label == json.dumps(json.loads(label), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert len(tens["tensors"]) == len(vector["tensors"])
    for index, (found, expected) in enumerate(zip(tens["tensors"], vector["tensors"])):
        assert found["shape"] == expected["shape"] and found["word"] == expected["word"], found
        assert elements(found, index, parts) == bytes.fromhex(expected["values_hex"]), found


def main():
    path, to_rust, from_rust = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        vectors = [json.loads(line) for line in file]
    context = zmq.Context()
    push, pull = context.socket(zmq.PUSH), context.socket(zmq.PULL)
    for socket in (push, pull):
        socket.setsockopt(zmq.LINGER, WAIT_MS)
        socket.setsockopt(zmq.RCVTIMEO, WAIT_MS)
        socket.setsockopt(zmq.SNDTIMEO, WAIT_MS)
    push.connect(to_rust)
    pull.connect(from_rust)
    built = 0
    for vector in vectors:
        push.send_multipart([bytes.fromhex(frame) for frame in vector["frames_hex"]])
        same = pull.recv_multipart()
        assert [frame.hex() for frame in same] == vector["frames_hex"], vector["id"]
        anew = pull.recv_multipart()
        if anew[0].startswith(b"ZIO"):
            check_built(vector, anew)
            built += 1
    context.destroy(linger=WAIT_MS)
    print(f"python: {len(vectors)} messages sent and received, {built} built anew")


main()
