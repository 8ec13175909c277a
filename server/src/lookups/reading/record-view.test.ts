// The options `fields` and `format`: what a response shows of a record, and its columns as a table.
import { at } from '@quarry/kit/read/values'
import { Compile, integer, list, nullable, object, text } from '@quarry/kit/schema'
import { expect, test } from 'vitest'
import { csvLine } from '../../platform/lib/csv.ts'
import {
  formatRecord,
  listColumns,
  readSelection,
  readView,
  selectFields,
  selectSchema,
} from './record-view.ts'

const venue = nullable(
  object({ city: nullable(text('a')), geo: object({ lat: integer(1), lon: integer(1) }) }),
)
const event = object({
  name: text('a'),
  venue,
  photos: list(object({ url: text('a'), width: nullable(integer(1)) })),
  tags: list(text('a')),
})
const record = {
  name: '=x',
  venue: { city: 'Lyon', geo: { lat: 1, lon: 2 } },
  photos: [
    { url: 'u', width: null },
    { url: 'v', width: 2 },
  ],
  tags: ['a'],
}
const found = object({ total: integer(1), results: list(event), name: text('a') })
const cut = (fields: string, value: unknown = record, schema: typeof event | typeof found = event) => {
  const selection = readSelection(schema, fields)
  const selected = selectFields(value, selection)
  expect(Compile(selectSchema(schema, selection)).Check(selected)).toBe(true)
  return selected
}

test.each([
  ['name', { name: '=x' }],
  [' tags , name', { name: '=x', tags: ['a'] }],
  ['venue.geo.lat', { venue: { geo: { lat: 1 } } }],
  ['venue,venue.city', { venue: record.venue }],
  ['venue.city,venue', { venue: record.venue }],
  ['photos.url', { photos: [{ url: 'u' }, { url: 'v' }] }],
  ['-venue,-photos,-tags', { name: '=x' }],
  [
    '-venue.geo, -photos.width,-tags,-name',
    { venue: { city: 'Lyon' }, photos: [{ url: 'u' }, { url: 'v' }] },
  ],
])('fields=%s', (fields, selected) => expect(cut(fields)).toEqual(selected))

test('a sub-object that is null stays null', () =>
  expect(cut('venue.city', { ...record, venue: null })).toEqual({ venue: null }))

test('in a list the items are cut and the envelope stays whole, also if it has a field of that name', () => {
  const fullRecord = { total: 7, results: [record, record], name: 'query' }
  expect(cut('name', fullRecord, found)).toEqual({ ...fullRecord, results: [{ name: '=x' }, { name: '=x' }] })
  expect(Object.keys(cut('-venue', fullRecord, found) as object)).toEqual(['total', 'results', 'name'])
  expect(selectFields([record], readSelection(list(event), 'tags'))).toEqual([{ tags: ['a'] }])
})

test.each([
  ['nam', 'names nam, which is not a field of the record: the nearest is name'],
  ['-venue.cty', 'names venue.cty, which is not a field of the record: the nearest is venue.city'],
  ['name,-tags', 'must name fields to return, or with a minus fields to leave out, not both'],
  ['name,', 'must be field names separated by commas'],
  ['-', 'names , which is not a field of the record: the nearest is name'],
])('fields=%s is refused', (fields, problem) =>
  expect(() => readSelection(event, fields)).toThrow(`Bad Request: fields ${problem}`),
)

test('CSV has one row per item, in the columns that the fields leave, guarded against formulas', () => {
  const view = readView(found, { fields: 'name,venue.city,photos.width', format: 'csv' })
  const fullRecord = { total: 1, results: [record, { ...record, name: 'b', venue: null }], name: 'q' }
  expect(view && formatRecord(JSON.stringify(fullRecord), view)).toBe(
    'name,venue.city,photos\r\n' +
      `'=x,Lyon,"[{""width"":null},{""width"":2}]"\r\n` +
      'b,,"[{""width"":null},{""width"":2}]"\r\n',
  )
  const single = readView(event, { format: 'csv' })
  expect(single && formatRecord(JSON.stringify({ ...record, photos: [] }), single)).toBe(
    `name,venue.city,venue.geo.lat,venue.geo.lon,photos,tags\r\n'=x,Lyon,1,2,[],"[""a""]"\r\n`,
  )
  const plain = readView(list(text('a')), { format: 'csv' })
  expect(plain && formatRecord('["a,b"]', plain)).toBe('value\r\n"a,b"\r\n')
})

test('NDJSON has one item per line, and is refused for a single record', () => {
  const view = readView(found, { fields: 'name', format: 'ndjson' })
  expect(view && formatRecord(JSON.stringify({ total: 0, results: [record], name: 'q' }), view)).toBe(
    '{"name":"=x"}\n',
  )
  expect(() => readView(event, { format: 'ndjson' })).toThrow('Bad Request: format must be json or csv')
})

test('without fields and format there is no view', () => {
  expect(readView(event, {})).toBeNull()
  expect(readView(event, { fields: null, format: 'json' })).toBeNull()
})

const concert = object({
  id: text('1'),
  venue: nullable(object({ city: text('Lyon'), geo: object({ lat: integer(1) }) })),
  tags: list(text('jazz')),
})

test('columns are the values of the schema; lists are one column', () => {
  const columns = listColumns(concert, 'result')
  expect(columns.map(({ name }) => name)).toEqual([
    'result.id',
    'result.venue.city',
    'result.venue.geo.lat',
    'result.tags',
  ])
  const row = { id: 'a', venue: null, tags: ['x', 'y'] }
  expect(csvLine(columns.map(({ path }) => at(row, ...path)))).toBe('a,,,"[""x"",""y""]"\r\n')
  expect(listColumns(list(text('x')), 'result')).toEqual([{ name: 'result', path: [] }])
})
