"""Messages of the Open Inference Protocol that tensor-format-oip wrote, read by the classes of other implementations.

oip_peer.py tritonclient|mlserver|kserve FILE

FILE has the lines of the example `messages_for_peers`. Without a server: bytes in, arrays out, compared bit for bit. A
message of a form or datatype that the implementation does not have is counted apart; there must be as many of these as
listed here.
"""

import json
import struct
import sys

import numpy as np

# Messages of a form or datatype that the implementation does not have.
NOT_OFFERED = {"tritonclient": 436, "mlserver": 272, "kserve": 64}

NUMPY = {
    "BOOL": "?", "UINT8": "u1", "UINT16": "u2", "UINT32": "u4", "UINT64": "u8", "INT8": "i1", "INT16": "i2",
    "INT32": "i4", "INT64": "i8", "FP16": "f2", "FP32": "f4", "FP64": "f8",
}


def texts(data):
    found = []
    while data:
        (length,) = struct.unpack_from("<I", data)
        found.append(data[4 : 4 + length])
        data = data[4 + length :]
    return found


def expected(line):
    data = bytes.fromhex(line["values_hex"])
    if line["datatype"] == "BYTES":
        return texts(data)
    if line["datatype"] == "BF16":
        # The upper halves of floats of 4 bytes.
        return (np.frombuffer(data, "<u2").astype("u4") << 16).view("f4").reshape(line["shape"])
    return np.frombuffer(data, "<" + NUMPY[line["datatype"]]).reshape(line["shape"])


def same(line, found, json_form):
    want = expected(line)
    found = np.asarray(found)
    if line["datatype"] == "BYTES":
        flat = [text.encode() if isinstance(text, str) else bytes(text) for text in found.reshape(-1)]
        return flat == want and list(found.shape) == line["shape"]
    if list(found.shape) != line["shape"]:
        return False
    if json_form:
        # Implementations lose the sign of zero and the type of numbers in JSON.
        return bool(np.all(found.astype(want.dtype) == want))
    return found.astype(want.dtype).tobytes() == want.tobytes()


def tritonclient(line, data):
    import tritonclient.grpc as grpc
    import tritonclient.http as http
    from tritonclient.grpc import service_pb2

    kind, form = line["kind"], line["form"]
    if kind == "http_request":
        return None  # It writes requests, and reads none.
    if kind == "http_response":
        length = line["header_length"]
        return http.InferResult.from_response_body(data, False, length).as_numpy(line["name"])
    if kind == "grpc_request":
        request = service_pb2.ModelInferRequest.FromString(data)
        tensor = request.inputs[line["index"]]
        if form == "typed":
            return None  # It has no reader of typed contents.
        response = service_pb2.ModelInferResponse()
        response.outputs.add(name=tensor.name, datatype=tensor.datatype, shape=list(tensor.shape))
        response.raw_output_contents.append(request.raw_input_contents[line["index"]])
        return grpc.InferResult(response).as_numpy(line["name"])
    if form == "typed":
        return None
    return grpc.InferResult(service_pb2.ModelInferResponse.FromString(data)).as_numpy(line["name"])


def mlserver(line, data):
    from mlserver.codecs import NumpyCodec
    from mlserver.grpc import dataplane_pb2
    from mlserver.grpc.converters import ModelInferRequestConverter, ModelInferResponseConverter
    from mlserver.types import InferenceRequest, InferenceResponse

    if line["form"] in ("binary", "mixed") or line["datatype"] == "BF16":
        return None  # It has neither.
    kind = line["kind"]
    if kind == "http_request":
        tensor = InferenceRequest.model_validate_json(data).inputs[line["index"]]
    elif kind == "http_response":
        tensor = InferenceResponse.model_validate_json(data).outputs[line["index"]]
    elif kind == "grpc_request":
        tensor = ModelInferRequestConverter.to_types(dataplane_pb2.ModelInferRequest.FromString(data)).inputs[line["index"]]
    else:
        tensor = ModelInferResponseConverter.to_types(dataplane_pb2.ModelInferResponse.FromString(data)).outputs[line["index"]]
    if line["datatype"] == "BYTES":
        flat = list(tensor.data.root)
        found = np.empty(len(flat), object)
        found[:] = flat
        return found.reshape(tensor.shape)
    return NumpyCodec.decode_input(tensor).reshape(tensor.shape)


def kserve(line, data):
    from kserve.protocol.grpc import grpc_predict_v2_pb2 as pb
    from kserve.protocol.infer_type import InferRequest, InferResponse

    kind, form = line["kind"], line["form"]
    if line["datatype"] == "BF16" or (line["datatype"] == "FP16" and form == "json"):
        return None  # It has neither.
    if kind == "http_request":
        request = InferRequest.from_bytes(data, line["header_length"] or len(data), "m")
        tensor = request.inputs[line["index"]]
    elif kind == "http_response":
        tensor = InferResponse.from_bytes(data, line["header_length"] or len(data)).outputs[line["index"]]
    elif kind == "grpc_request":
        tensor = InferRequest.from_grpc(pb.ModelInferRequest.FromString(data)).inputs[line["index"]]
    else:
        tensor = InferResponse.from_grpc(pb.ModelInferResponse.FromString(data)).outputs[line["index"]]
    return tensor.as_numpy()


def main():
    peer, file = sys.argv[1:]
    read = {"tritonclient": tritonclient, "mlserver": mlserver, "kserve": kserve}[peer]
    counts = {"equal": 0, "not offered": 0, "different": 0}
    with open(file) as lines:
        for line in map(json.loads, lines):
            what = f"{line['kind']} {line['form']} {line['datatype']} {line['shape']}"
            try:
                found = read(line, bytes.fromhex(line["hex"]))
            except Exception as error:
                counts["different"] += 1
                print(f"{what}: {type(error).__name__}: {error}"[:300])
                continue
            if found is None:
                counts["not offered"] += 1
            elif same(line, found, line["form"] in ("json", "mixed")):
                counts["equal"] += 1
            else:
                counts["different"] += 1
                print(f"{what}: {found!r}"[:300])
    print(f"{peer}: " + ", ".join(f"{count} {what}" for what, count in counts.items()))
    sys.exit(counts["different"] > 0 or counts["equal"] == 0 or counts["not offered"] != NOT_OFFERED[peer])


main()
