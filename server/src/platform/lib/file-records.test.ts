// CSV gives the same records, however the text is cut into pieces.
import { expect, test } from 'vitest'
import { createCsvParser } from './file-records.ts'

function parse(text: string, size: number) {
  const parser = createCsvParser()
  const records = []
  for (let at = 0; at < text.length; at += size) records.push(...parser.push(text.slice(at, at + size)))
  return [...records, ...parser.end()]
}

const cases: [text: string, records: [line: number, ...cells: string[]][]][] = [
  [
    'a,b\n1,2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a\r\n1\r\n\r\n2\r\n',
    [
      [1, 'a'],
      [2, '1'],
      [3, ''],
      [4, '2'],
    ],
  ],
  [
    'a\r1\r2',
    [
      [1, 'a'],
      [2, '1'],
      [3, '2'],
    ],
  ],
  [
    '"a ""b"", c","d\r\ne\n"\nf,',
    [
      [1, 'a "b", c', 'd\r\ne\n'],
      [4, 'f', ''],
    ],
  ],
  ['"",""\n', [[1, '', '']]],
  ['', []],
]

test.each(cases)('%j', (text, expected) => {
  for (const size of [1, 2, 3, 1_000])
    expect(parse(text, size)).toEqual(
      expected.map(([line, ...cells]) => ({ line, cells, isMalformed: false })),
    )
})

test.each(['a"b\nc', '"a"b\nc', 'c\n"a'])('%j has a malformed record', (text) => {
  expect(parse(text, 2).filter(({ isMalformed }) => isMalformed)).toHaveLength(1)
})
