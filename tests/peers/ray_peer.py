"""Ray reads samples on a cluster of two nodes, maps over their pictures, and writes them again.

    ray_peer.py FILE PLAIN OUT

FILE has tensor columns, PLAIN the same samples without extension types. What is written is in OUT/mapped and OUT/passed.
"""

import logging
import os
import pathlib
import sys

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
# One process looks into one file, in place of 32.
os.environ["RAY_DATA_PARQUET_FOOTER_NUM_ACTORS"] = "1"

import numpy as np
import ray
from ray.cluster_utils import Cluster
from ray.data.context import DataContext

MIB = 1 << 20


def with_mean(batch):
    # The fixed column is one array for all rows.
    pixels = batch["pixels"]
    assert pixels.shape[1:] == (3, 32, 32) and pixels.dtype == np.uint8, (pixels.shape, pixels.dtype)
    node = ray.get_runtime_context().get_node_id()
    return {**batch, "mean": pixels.mean(axis=(1, 2, 3)), "node": np.full(len(pixels), node)}


def main(file, plain, out):
    cluster = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "object_store_memory": 200 * MIB, "include_dashboard": False},
    )
    cluster.add_node(num_cpus=1, object_store_memory=200 * MIB)
    ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR)
    context = DataContext.get_current()
    context.enable_progress_bars = False
    try:
        assert len(ray.nodes()) == 2, ray.nodes()
        # Columns of variable shape cannot be pickled, and so are left out.
        samples = ray.data.read_parquet(file).select_columns(["id", "pixels", "label"]).repartition(16)
        mapped = samples.map_batches(with_mean).materialize()
        nodes = {node for batch in mapped.select_columns(["node"]).iter_batches() for node in batch["node"]}
        assert len(nodes) == 2, f"only on {nodes}"
        mapped.drop_columns(["node"]).write_parquet(str(out / "mapped"))
        rows = mapped.count()
        # Without extension types all columns pass.
        passed = ray.data.read_parquet(plain)
        passed.map_batches(lambda table: table, batch_format="pyarrow").write_parquet(str(out / "passed"))
        print(f"ray {ray.__version__}: {rows} samples on {len(nodes)} nodes")
    finally:
        ray.shutdown()
        cluster.shutdown()


main(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve())
