// Reads what the example `share_with_js` wrote into this folder, with the packages of stdlib; see there.
'use strict';

const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

const folder = process.argv[2] ?? '.';
const load = createRequire(path.resolve(folder) + path.sep);
const resolve = load('@stdlib/ndarray-base-dtype-resolve-str');
const serialize = load('@stdlib/ndarray-base-serialize-meta-data');
const vind2bind = load('@stdlib/ndarray-base-vind2bind');

const MODES = { 1: 'throw', 2: 'clamp', 3: 'wrap', 4: 'normalize' };
const ORDERS = { 101: 'row-major', 102: 'column-major' };

const bytes = fs.readFileSync(path.join(folder, 'array.meta'));
const record = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const little = record.getInt8(0) === 1;
const integer = (at) => Number(record.getBigInt64(at, little));
const rank = integer(3);
const list = (at, length, read) => Array.from({ length }, (_, i) => read(at + i));
const integers = (at) => list(0, rank, (i) => integer(at + 8 * i));

const data = new Float64Array(new Uint8Array(fs.readFileSync(path.join(folder, 'array.data'))).buffer);
const size = data.BYTES_PER_ELEMENT;
const array = {
    dtype: resolve(record.getInt16(1, little)),
    data,
    shape: integers(11),
    strides: integers(11 + 8 * rank).map((stride) => stride / size),
    offset: integer(11 + 16 * rank) / size,
    order: ORDERS[record.getInt8(19 + 16 * rank)],
    mode: MODES[record.getInt8(20 + 16 * rank)],
    submodes: list(29 + 16 * rank, integer(21 + 16 * rank), (at) => MODES[record.getInt8(at)]),
    flags: { READONLY: (record.getInt32(bytes.length - 4, little) & 4) !== 0 },
};
console.log(array.dtype, array.shape, 'strides', array.strides, 'offset', array.offset, array.order);

// The elements in logical order, found by stdlib.
const { shape, strides, offset, order, mode } = array;
const count = shape.reduce((product, length) => product * length, 1);
console.log(Array.from({ length: count }, (_, i) => data[vind2bind(shape, strides, offset, order, i, mode)]).join(' '));

const written = Buffer.from(serialize(array).buffer);
if (!written.equals(bytes)) {
    throw new Error(`the package writes other bytes:\n${written.toString('hex')}\n${bytes.toString('hex')}`);
}
console.log(`the package writes the same ${bytes.length} bytes`);
