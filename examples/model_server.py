"""Calls the model server with the tensor class and the framing of the published client: `pip install decthings-api`.

    python3 examples/model_server.py 127.0.0.1:8080
"""

import http.client
import json
import sys

import numpy as np
from decthings_api import protocol
from decthings_api.tensor import DecthingsTensor

connection = http.client.HTTPConnection(sys.argv[1])


def call(parameters):
    names = [{"name": name} for name in parameters]
    body = protocol.serialize_for_http(names, [tensor.serialize() for tensor in parameters.values()])
    connection.request("POST", "/request/legacy", body)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        return f"{answer.status}: {content.decode()}"
    listed, blobs = protocol.deserialize_for_http(content)
    tensors = [DecthingsTensor.deserialize(blob)[0].numpy().tolist() for blob in blobs]
    return {parameter["name"]: tensor for parameter, tensor in zip(listed, tensors, strict=True)}


flowers = np.array([[5.1, 3.5, 1.4, 0.2], [6.3, 3.3, 6.0, 2.5]], dtype="<f4")
found = call({"measures": DecthingsTensor(flowers, "f32", [2, 4])})
print(found["species"], [round(distance, 3) for distance in found["distance"]])
print(call({"measures": DecthingsTensor(flowers.astype("<f8"), "f64", [4, 2])}))
