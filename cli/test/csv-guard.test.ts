// The command line and the server guard CSV cells against formulas in the same way. Neither imports the other, so this
// test compares what they write.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine as serverLine } from '../../server/src/platform/lib/csv.ts'
import { csvLine as cliLine } from '../src/csv.ts'

const cells = [
  ...['=1+1', '+1', '-1', '@x', '=cmd|"/c calc"!A1', '\t=1', '\r=1', '\n=1', '\tplain', '\r', '\n'],
  ...['a;=1', 'a; =1', 'a;  =1', 'a;"=1"', 'a;" "=1', 'a;\u00a0=1', 'a|@x', 'a\t+1', 'a\r\n-1', ';;=1'],
  ...['  =1', '"=1', '\u3000=1', 'a; b - c', 'x=1;y=2', '2024-05-01', "it's", '', 'a,b', 'a"b'],
  ...[-1.5, 0, true, false, null, undefined, { name: '=1' }, ['=1', ';=1']],
]

test.each(cells.map((cell) => ({ cell })))('$cell is written as the server writes it', ({ cell }) => {
  expect(cliLine([cell])).toBe(serverLine([cell]))
})

test('any text is written as the server writes it', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'a1=+-@;|,\t\r\n\'" \u00a0\u3000') }),
  )
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (values) => {
      expect(cliLine(values)).toBe(serverLine(values))
    }),
    { numRuns: 300 },
  )
})
