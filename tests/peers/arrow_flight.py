"""pyarrow's Flight on the other side of the example `tensor-format-flight`.

usage: arrow_flight.py client ADDRESS   gets the samples of our server, compares them, and puts others
       arrow_flight.py serve            prints its address, and keeps what our client puts
"""

import sys

import numpy as np
import pyarrow as pa
import pyarrow.flight as flight


def expected(at):
    return {
        "pixels": (at + np.arange(48, dtype=np.float32)).reshape(3, 4, 4),
        "boxes": [number for index in range(at % 3) for number in (at, index, 0.5, 1.0)],
        "label": f"label {at}",
        "score": at / 4 if at % 2 == 0 else None,
    }


def check(table, count):
    assert table.num_rows == count, table.num_rows
    pixels = table.schema.field("pixels").type
    assert pixels.shape == [3, 4, 4] and pixels.dim_names == ["c", "h", "w"], pixels
    table = table.combine_chunks()
    images = table.column("pixels").chunk(0).to_numpy_ndarray()
    boxes = table.column("boxes").chunk(0).storage.to_pylist()
    for at in range(count):
        row = expected(at)
        assert np.array_equal(images[at], row["pixels"]), at
        assert boxes[at] == {"data": row["boxes"], "shape": [at % 3, 4]}, boxes[at]
        assert table.column("label")[at].as_py() == row["label"]
        assert table.column("score")[at].as_py() == row["score"]


def client(address):
    ticket, place = flight.Ticket(b"samples"), flight.FlightDescriptor.for_path("samples")
    client = flight.FlightClient(f"grpc://{address}")
    table = client.do_get(ticket).read_all()
    check(table, 50)
    # The same schema, fewer rows, in batches of other sizes.
    fewer = table.slice(0, 30)
    writer, _ = client.do_put(place, table.schema)
    writer.write_table(fewer, max_chunksize=7)
    writer.done_writing()
    writer.close()
    check(client.do_get(ticket).read_all(), 30)
    # A row that breaks the rules is refused, and named.
    short = pa.table({"label": ["only a label"]})
    try:
        writer, _ = client.do_put(place, short.schema)
        writer.write_table(short)
        writer.close()
    except flight.FlightError as error:
        assert "`pixels`" in str(error), error
    except pa.ArrowInvalid as error:
        assert "`pixels`" in str(error), error
    else:
        raise AssertionError("a table without pixels was taken")
    check(client.do_get(ticket).read_all(), 30)
    print(f"pyarrow {pa.__version__}: 50 samples got, 30 put and got, and one refused")


class Server(flight.FlightServerBase):
    def do_put(self, context, descriptor, reader, writer):
        self.table = reader.read_all()
        check(self.table, 100)

    def do_get(self, context, ticket):
        return flight.RecordBatchStream(self.table)


def serve():
    server = Server("grpc://127.0.0.1:0")
    print(f"127.0.0.1:{server.port}", flush=True)
    server.serve()


{"client": client, "serve": serve}[sys.argv[1]](*sys.argv[2:])
