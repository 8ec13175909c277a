// Request bodies made to be slow to parse, at their maximum size, as a key without credits can send them. Used by a
// test and by the measurement in bench/.

export type HostileBody = { name: string; path: string; type: string; body: string; status: number }

const lookup = '/v2/classifieds/search_api'
const json = 'application/json'
const maxBytes = 1024 * 1024
/** The size limit of one lookup. */
const maxLookupBytes = 256 * 1024

const members = (count: number, value: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `"k${n}":${value(n)}`).join(',')
const filled = (before: string, piece: string, after: string, bytes = maxBytes) =>
  before + piece.repeat(Math.floor((bytes - before.length - after.length) / piece.length)) + after

/** A thousand valid inputs, together as large as a batch may be. */
const manyInputs = Array.from(
  { length: 1_000 },
  (_, n) => `{"filters":{"enums":{"a${n}":["${'x'.repeat(480)}","${'y'.repeat(470)}"]}}}`,
)

export const hostileBodies: readonly HostileBody[] = [
  {
    name: '90,000 members',
    path: lookup,
    type: json,
    body: `{"filters":{${members(89_000, () => '1')}}}`,
    status: 400,
  },
  { name: 'white space', path: lookup, type: json, body: filled('{', ' ', '}'), status: 400 },
  { name: 'brackets', path: lookup, type: json, body: filled('{"filters":', '[', ''), status: 400 },
  { name: 'commas', path: lookup, type: json, body: filled('{"filters":[', ',', ']}'), status: 400 },
  { name: 'one number', path: lookup, type: json, body: filled('{"limit":', '7', '}'), status: 400 },
  { name: 'escapes', path: lookup, type: json, body: filled('{"filters":"', '\\u0041', '"}'), status: 400 },
  {
    name: 'the most members, sorted afterwards',
    path: lookup,
    type: json,
    body: `{"filters":{"enums":{${members(49, (n) => `[${Array.from({ length: 19 }, (_, m) => `"${n}-${m}-${'x'.repeat(240)}"`)}]`)}}}}`,
    status: 402,
  },
  {
    name: 'the most escapes parsed',
    path: lookup,
    type: json,
    body: filled('{"filters":"', '\\u0041', '"}', maxLookupBytes),
    status: 400,
  },
  {
    name: 'the most white space parsed',
    path: lookup,
    type: json,
    body: filled('{"limit":"",', ' ', '"filters":[]}', maxLookupBytes),
    status: 400,
  },
  {
    name: '340,000 lines',
    path: `/v2/batches?endpoint=${lookup}`,
    type: 'application/x-ndjson',
    body: '[]\n'.repeat(340_000),
    status: 400,
  },
  {
    name: 'a million empty lines',
    path: `/v2/batches?endpoint=${lookup}`,
    type: 'application/x-ndjson',
    body: '\n'.repeat(maxBytes),
    status: 413,
  },
  {
    name: 'a good batch in lines',
    path: `/v2/batches?endpoint=${lookup}`,
    type: 'application/x-ndjson',
    body: manyInputs.join('\n'),
    status: 402,
  },
  {
    name: 'a good batch',
    path: '/v2/batches',
    type: json,
    body: `{"endpoint":"${lookup}","inputs":[${manyInputs.join(',')}]}`,
    status: 402,
  },
  {
    name: 'a batch of lists',
    path: '/v2/batches',
    type: json,
    body: `{"endpoint":"${lookup}","inputs":[${Array.from({ length: 999 }, () => `[${'0,'.repeat(45)}0]`).join(',')}]}`,
    status: 400,
  },
  {
    name: 'a batch with too many inputs',
    path: '/v2/batches',
    type: json,
    body: filled(`{"endpoint":"${lookup}","inputs":[`, '{},', '{}]}'),
    status: 400,
  },
]
