// Finding codes of trades by French words: the table is complete, and a label must have all the words.
import { expect, test } from 'vitest'
import { findTrades, nafLabels } from './french-codes.ts'

test('the table has every trade of the nomenclature', () => {
  expect(nafLabels.size).toBe(732)
  expect(
    [...nafLabels].filter(([code, label]) => !/^\d\d\.\d\d[A-Z]$/.test(code) || label.length < 4),
  ).toEqual([])
  expect(nafLabels.get('28.14Z')).toBe("Fabrication d'autres articles de robinetterie")
  for (const [code, label] of nafLabels) expect(findTrades(label), label).toContain(code)
})

test.each([
  ['robinetterie', ['28.14Z']],
  ['Robinets', ['28.14Z']],
  ['vis et boulons', ['25.94Z']],
  ['culture du riz', ['01.12Z']],
  ['28.14Z', ['28.14Z']],
  ['2814z', ['28.14Z']],
  ['99.99X', []],
  ['ball valves', []],
  ['robinetterie et licornes', []],
  // A short word is not a prefix of a longer one.
  ['boul', []],
  ['de la', []],
  ['', []],
])('%s', (term, codes) => {
  expect(findTrades(term)).toEqual(codes)
})

test('singular and plural find the same, and exceptions in a label find nothing', () => {
  expect(findTrades('revêtement du métal')).toEqual(findTrades('revêtements des métaux'))
  expect(findTrades('revêtement du métal')).toContain('25.61Z')
  expect(findTrades('générateurs de vapeur')).toEqual(['25.30Z'])
  expect(findTrades('générateurs de vapeur chaudières')).toEqual([])
})
