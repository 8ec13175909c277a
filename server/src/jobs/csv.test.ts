import fc from 'fast-check'
import { expect, test } from 'vitest'
import { integer, list, nullable, object, text } from '../lib/schema.ts'
import { columnsOf, csvCell, csvLine, valueAt } from './csv.ts'

const schema = object({
  id: text('1'),
  venue: nullable(object({ city: text('Lyon'), geo: object({ lat: integer(1) }) })),
  tags: list(text('jazz')),
})

test('columns are the values of the schema; lists are one column', () => {
  const columns = columnsOf(schema, 'result')
  expect(columns.map(({ name }) => name)).toEqual([
    'result.id',
    'result.venue.city',
    'result.venue.geo.lat',
    'result.tags',
  ])
  const record = { id: 'a', venue: null, tags: ['x', 'y'] }
  expect(csvLine(columns.map(({ path }) => valueAt(record, path)))).toBe('a,,,"[""x"",""y""]"\r\n')
  expect(columnsOf(list(text('x')), 'result')).toEqual([{ name: 'result', path: [] }])
})

test.each(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '=cmd|"/c calc"!A1'])('%j is no formula', (value) => {
  expect(csvCell(value).replace(/^"/, '')).toMatch(/^'/)
})

test('numbers stay numbers', () => {
  expect(csvLine([-1.5, 0, true, null, undefined])).toBe('-1.5,0,true,,\r\n')
})

/** Reads a line back, as RFC 4180 says. */
function parseLine(line: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at <= line.length - 2) {
    let cell = ''
    if (line[at] === '"') {
      at += 1
      while (line[at] !== '"' || line[at + 1] === '"') {
        cell += line[at]
        at += line[at] === '"' ? 2 : 1
      }
      at += 1
    } else while (line[at] !== ',' && line.slice(at) !== '\r\n') cell += line[at++]
    cells.push(cell)
    if (line.slice(at) === '\r\n') break
    at += 1
  }
  return cells
}

test('any text can be read back, and none begins like a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), (values) => {
      const cells = parseLine(csvLine(values))
      expect(cells.map((cell, n) => (cell === `'${values[n]}` ? values[n] : cell))).toEqual(values)
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
    }),
  )
})
