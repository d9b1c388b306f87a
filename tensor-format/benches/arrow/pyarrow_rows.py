"""pyarrow on the rows of 12 KiB that the program of this folder measures: prints rows for its first table.

usage: pyarrow_rows.py
"""

import time

import numpy as np
import pyarrow as pa

ROWS, ROUNDS = 2000, 15


def median(work):
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return sorted(times)[ROUNDS // 2] * 1e9 / ROWS


def to_batch(images):
    pixels = pa.FixedShapeTensorArray.from_numpy_ndarray(np.stack(images))
    return pa.RecordBatch.from_arrays([pixels], ["pixels"])


def back(batch):
    return [image.copy() for image in batch.column(0).to_numpy_ndarray()]


def views(batch):
    return [image for image in batch.column(0).to_numpy_ndarray()]


images = [np.arange(at, at + 3072, dtype=np.float32).reshape(3, 32, 32) for at in range(ROWS)]
batch = to_batch(images)
assert all(np.array_equal(one, other) for one, other in zip(back(batch), images))
version = f"pyarrow {pa.__version__}"
for name, nanos in [
    ("to a batch", median(lambda: to_batch(images))),
    ("back, owned", median(lambda: back(batch))),
    ("back, borrowed", median(lambda: views(batch))),
]:
    print(f"| 12 KiB, {name} | {version}, numpy arrays | {nanos:.1f} | | | | |")
