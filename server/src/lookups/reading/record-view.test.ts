// The columns of a record as a table.
import { at } from '@quarry/kit/read/values'
import { integer, list, nullable, object, text } from '@quarry/kit/schema'
import { expect, test } from 'vitest'
import { csvLine } from '../../platform/lib/csv.ts'
import { listColumns } from './record-view.ts'

const schema = object({
  id: text('1'),
  venue: nullable(object({ city: text('Lyon'), geo: object({ lat: integer(1) }) })),
  tags: list(text('jazz')),
})

test('columns are the values of the schema; lists are one column', () => {
  const columns = listColumns(schema, 'result')
  expect(columns.map(({ name }) => name)).toEqual([
    'result.id',
    'result.venue.city',
    'result.venue.geo.lat',
    'result.tags',
  ])
  const record = { id: 'a', venue: null, tags: ['x', 'y'] }
  expect(csvLine(columns.map(({ path }) => at(record, ...path)))).toBe('a,,,"[""x"",""y""]"\r\n')
  expect(listColumns(list(text('x')), 'result')).toEqual([{ name: 'result', path: [] }])
})
