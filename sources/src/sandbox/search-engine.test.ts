// Search with operators, ranking, and marking of matching words.
import { describe, expect, test } from 'vitest'
import { createOperatorSearch, splitMatches } from './search-engine.ts'

const documents = [
  { url: 'https://www.alpha.example/', title: 'Alpha Solar', text: 'Solar panels and heat pumps in Nantes.' },
  { url: 'https://blog.alpha.example/wind', title: 'Wind notes', text: 'Alpha writes about wind and solar.' },
  { url: 'https://www.beta.example/careers/', title: 'Careers at Béta', text: 'Heat pump fitters wanted.' },
  { url: 'https://alphabet.example/solar', title: 'Alphabet Soup', text: 'Letters and pumps for heat.' },
]
const search = createOperatorSearch(
  () => documents,
  (document) => document,
)
const found = (query: string) =>
  search(query)
    .map((document) => documents.indexOf(document))
    .sort()

describe('operators', () => {
  test.each([
    ['solar', [0, 1]],
    ['BETA', [2]],
    ['heat pump', [0, 2, 3]],
    ['"heat pump"', [2]],
    ['“heat pumps”', [0]],
    ['solar -wind', [0]],
    ['alpha -"heat pumps"', [1, 3]],
    ['site:alpha.example', [0, 1]],
    ['site:www.alpha.example', [0]],
    ['site:beta.example/careers', [2]],
    ['site:beta.example/jobs', []],
    ['solar site:blog.alpha.example', [1]],
    ['-site:alpha.example', [2, 3]],
    ['site:https://alphabet.example/', [3]],
    ['inurl:solar', [3]],
    ['inurl:WIND', [1]],
    ['-inurl:www', [1, 3]],
    ['intitle:solar', [0]],
    ['intitle:"wind notes"', [1]],
    ['solar -intitle:solar', [1]],
    ['careers OR letters', [2, 3]],
    ['heat careers OR letters', [2, 3]],
    ['careers | wind', [1, 2]],
    ['nothing at all', []],
    ['"', []],
    ['!!!', []],
    ['OR', []],
  ])('%s', (query, expected) => {
    expect(found(query)).toEqual(expected)
  })
})

test('a title that matches comes before a text that does', () => {
  expect(search('solar')[0]).toBe(documents[0])
})

test('the words of the query are marked in a text, and operators are not', () => {
  expect(splitMatches('Solar panels, solaire & wind.', 'solar wind -panels site:panels')).toEqual([
    { text: 'Solar', matched: true },
    { text: ' panels, solaire & ', matched: false },
    { text: 'wind', matched: true },
    { text: '.', matched: false },
  ])
  expect(splitMatches('Pumps', 'pump')[0]?.matched).toBe(true)
  expect(splitMatches('heat', 'he')[0]?.matched).toBe(false)
})
