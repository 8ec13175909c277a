// CSV cells: formulas are escaped, and everything else can be read back.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '=cmd|"/c calc"!A1'])(
  '%j is escaped, so that it is not a formula',
  (value) => {
    expect(csvCell(value).replace(/^"/, '')).toMatch(/^'/)
  },
)

test('numbers stay numbers', () => {
  expect(csvLine([-1.5, 0, true, null, undefined])).toBe('-1.5,0,true,,\r\n')
})

/** Parses one line of RFC 4180 CSV. */
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

const texts = fc.array(
  fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'a1=+-@;|,\t\r\n\'" ') })),
  { minLength: 1, maxLength: 5 },
)

test('any text round-trips except for added apostrophes, and no cell starts like a formula', () => {
  fc.assert(
    fc.property(texts, (values) => {
      const cells = parseLine(csvLine(values))
      const plain = (text: string | undefined) => text?.replaceAll("'", '')
      expect(cells.map(plain)).toEqual(values.map(plain))
      for (const [n, cell] of cells.entries()) {
        expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
        if (!/[=+\-@]/.test(values[n] ?? '') && !/^[\t\r\n]/.test(values[n] ?? ''))
          expect(cell).toBe(values[n])
      }
    }),
  )
})

test('a cell cannot become a formula in a spreadsheet with another separator', () => {
  for (const cell of ['a;=1+1', 'a;+1', 'a\t=1', 'a|@x', 'a\n=1', 'a; =1', 'a;"=1"', 'a;=1;b'])
    expect(csvCell(cell)).toMatch(/^"a[;|\t\n]'.*"$/s)
  fc.assert(
    fc.property(texts, fc.constantFrom(';', '\t', '|'), (values, separator) => {
      // Splits as a spreadsheet with another separator does, which ignores quotes in the middle of a cell.
      for (const piece of csvLine(values)
        .split(/\r\n|\r|\n/)
        .flatMap((line) => line.split(separator).slice(1)))
        expect(piece).not.toMatch(/^["\s]*[=+\-@]/)
    }),
    { numRuns: 1_000 },
  )
})

test('text without a formula is unchanged', () => {
  expect(csvCell('a; b - c')).toBe('"a; b - c"')
  expect(csvCell('x=1;y=2')).toBe('"x=1;y=2"')
  expect(csvCell('2024-05-01')).toBe('2024-05-01')
  expect(csvCell("it's")).toBe("it's")
})
