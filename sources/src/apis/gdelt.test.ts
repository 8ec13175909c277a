// Translating searches of callers into GDELT's query language: which operators exist there, and which become plain
// words.
import { expect, test } from 'vitest'
import { toFipsCountry, toGdeltLanguage, toGdeltQuery } from './gdelt.ts'

test.each([
  ['tide power', 'tide power'],
  ['"tide power" turbine', '"tide power" turbine'],
  ['tide OR ebb OR "slow water" power', '(tide OR ebb OR "slow water") power'],
  ['tide OR power -oil', '(tide OR power) -oil'],
  ['-oil OR tide', '-oil tide'],
  ['tide OR -oil', 'tide -oil'],
  ['OR tide OR', 'tide'],
  ['tide AND power', 'tide power'],
  ['a tide', 'tide'],
  ['tide -"big oil"', 'tide -"big oil"'],
  ['tide site:harbourlight.example', 'tide domain:harbourlight.example'],
  ['tide -site:Oil.example', 'tide -domain:oil.example'],
  ['D-Wave (quantum)', '"D-Wave" quantum'],
  ['f-16', '"f-16"'],
  ['"Iran"', 'Iran'],
  ["l'eau, Lyon!", '"l\'eau" Lyon'],
  ['AT&T', '"AT&T"'],
  [
    'tone>10 theme:TERROR sourcecountry:FR near20:"a ship"',
    'tone 10 theme TERROR sourcecountry FR near20 "a ship"',
  ],
  ['tide) OR (ebb', '(tide OR ebb)'],
  ['"unclosed phrase', '"unclosed phrase"'],
  ['日本 経済', '日本 経済'],
])('%s', (words, query) => {
  expect(toGdeltQuery(words)).toEqual({ query })
})

test.each([
  ['vitamin e', 'words of at least 2'],
  ['C++', 'words of at least 2'],
  ['U.S.', 'words of at least 2'],
  ['"a b"', 'phrases of at least 5'],
  ['-oil', 'a word that GDELT can search for'],
  ['OR', 'a word that GDELT can search for'],
  ['()', 'a word that GDELT can search for'],
  ['tide inurl:energy', 'must not use inurl: or intitle:'],
  ['intitle:tide', 'must not use inurl: or intitle:'],
  ['site:nowhere', 'site: only with a host'],
  [`site:${'a'.repeat(64)}.example`, 'site: only with a host'],
  ['site:two..dots.example', 'site: only with a host'],
  ['tide '.repeat(101), 'at most 500 characters'],
])('%s cannot be searched', (words, problem) => {
  expect(toGdeltQuery(words)).toEqual({ problem: expect.stringContaining(problem) })
})

test('countries are FIPS codes, languages are names', () => {
  expect(['gb', 'de', 'es', 'ch', 'at', 'au', 'us', 'fr', 'zz'].map(toFipsCountry)).toEqual([
    'UK',
    'GM',
    'SP',
    'SZ',
    'AU',
    'AS',
    'US',
    'FR',
    undefined,
  ])
  expect(['fr', 'en', 'zh', 'xx', 'constructor'].map(toGdeltLanguage)).toEqual([
    'french',
    'english',
    'chinese',
    undefined,
    undefined,
  ])
})
