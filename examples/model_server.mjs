// Calls the model server with nothing but node: `node examples/model_server.mjs 127.0.0.1:8080`.
//
// The client for JavaScript, the repository decthings/api-client-js, makes the same bytes: `serialize()` of its
// `new DecthingsTensor(flowers, "f32", [2, 4])` gives those of `tensor` below.

const varint = (value) => {
  if (value < 253) return Buffer.from([value]);
  const bytes = Buffer.alloc(5);
  if (value < 65536) {
    bytes[0] = 253;
    bytes.writeUInt16BE(value, 1);
    return bytes.subarray(0, 3);
  }
  bytes[0] = 254;
  bytes.writeUInt32BE(value, 1);
  return bytes;
};

const F32 = 1;
const tensor = (shape, numbers) => {
  const data = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => data.writeFloatLE(number, index * 4));
  return Buffer.concat([Buffer.from([F32, shape.length]), ...shape.map(varint), data]);
};

const request = (parameters) => {
  const names = Object.keys(parameters).map((name) => ({ name }));
  const json = Buffer.from(JSON.stringify(names));
  const blobs = Object.values(parameters);
  const lengths = blobs.map((blob) => varint(blob.length));
  return Buffer.concat([Buffer.from([blobs.length]), varint(json.length), ...lengths, json, ...blobs]);
};

// The elements of a tensor `[n]` of a few floats or words.
const elements = (blob) => {
  const found = [];
  if (blob[0] === F32) {
    for (let i = 3; i < blob.length; i += 4) found.push(blob.readFloatLE(i));
  } else {
    for (let i = 4; i < blob.length; i += 1 + blob[i]) found.push(blob.toString("utf8", i + 1, i + 1 + blob[i]));
  }
  return found;
};

const flowers = [5.1, 3.5, 1.4, 0.2, 6.3, 3.3, 6.0, 2.5];
const answer = await fetch(`http://${process.argv[2]}/request`, {
  method: "POST",
  body: request({ measures: tensor([2, 4], flowers) }),
});
const bytes = Buffer.from(await answer.arrayBuffer());

// The answer is short: every length takes one byte.
let at = 1 + bytes[0];
const listed = JSON.parse(bytes.subarray(1, at));
for (const { name } of listed) {
  const blob = bytes.subarray(at + 1, at + 1 + bytes[at]);
  at += 1 + blob.length;
  console.log(answer.status, name, elements(blob));
}
