// Inferring e-mail patterns from names and addresses.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listCompanies } from '../sandbox/companies.ts'
import { listPeople, listRoleAddresses, makeNamingHabit } from '../sandbox/people.ts'
import { findPatterns, inferPatterns } from './infer-patterns.ts'

test.each([
  ['Jane Doe', 'jane.doe', '[F].[L]'],
  ['Jane Doe', 'jdoe', '[F1][L]'],
  ['Jane Doe', 'janed', '[F][L1]'],
  ['Jane Doe', 'jane', '[F]'],
  ['Jane Doe', 'doe', '[L]'],
  ['Jane Doe', 'doe.jane', '[L].[F]'],
  ['Jane Doe', 'jane-doe', '[F]-[L]'],
  ['Jane Doe', 'janedoe', '[F][L]'],
  ['Jane Doe', 'j.doe', '[F1].[L]'],
  ['Jane Doe', 'j-doe', '[F1]-[L]'],
  ['Jane Doe', 'doej', '[L][F1]'],
  ['Jane Doe', 'jd', '[F1][L1]'],
  // accents, with umlauts plain or written out
  ['Zoé Lefèvre', 'zoe.lefevre', '[F].[L]'],
  ['Jürgen Müller', 'jurgen.muller', '[F].[L]'],
  ['Jürgen Müller', 'jmueller', '[F1][L]'],
  ['Jörg Weiß', 'joerg.weiss', '[F].[L]'],
  ['Łukasz Ørsted', 'lukasz.oersted', '[F].[L]'],
  ['Łukasz Ørsted', 'lorsted', '[F1][L]'],
  // particles: with them, split or left out
  ['Jan van den Berg', 'jan.vandenberg', '[F].[L]'],
  ['Jan van den Berg', 'jan.van.den.berg', '[F].[L]'],
  ['Jan van den Berg', 'jan.berg', '[F].[L]'],
  ['Jan van den Berg', 'jvandenberg', '[F1][L]'],
  ['Jan van den Berg', 'janv', '[F][L1]'],
  ['Jan van den Berg', 'janb', '[F][L1]'],
  ['Inés de la Cruz', 'idelacruz', '[F1][L]'],
  ["Étienne d'Alembert", 'etienne.dalembert', '[F].[L]'],
  ["Étienne d'Alembert", 'etienne.alembert', '[F].[L]'],
  ["Ruth O'Brien", 'robrien', '[F1][L]'],
  ['Marco De Luca', 'deluca.marco', '[L].[F]'],
  // hyphens
  ['Jean-Baptiste Moreau', 'jean-baptiste.moreau', '[F].[L]'],
  ['Jean-Baptiste Moreau', 'jeanbaptiste.moreau', '[F].[L]'],
  ['Jean-Baptiste Moreau', 'jean.moreau', '[F].[L]'],
  ['Jean-Baptiste Moreau', 'jbmoreau', '[F1][L]'],
  ['Jean-Baptiste Moreau', 'jean-baptiste', '[F]'],
  ['Anna Smith-Rowe', 'anna.smith-rowe', '[F].[L]'],
  ['Anna Smith-Rowe', 'asmithrowe', '[F1][L]'],
  ['Anna Smith-Rowe', 'asmith', '[F1][L]'],
  // two surnames, two given names
  ['Lucía García López', 'lucia.garcia', '[F].[L]'],
  ['Lucía García López', 'lucia.garcialopez', '[F].[L]'],
  ['Lucía García López', 'lucia.garcia-lopez', '[F].[L]'],
  ['María José Muñoz', 'mariajose.munoz', '[F].[L]'],
  ['María José Muñoz', 'maria.munoz', '[F].[L]'],
  ['María José Muñoz', 'mmunoz', '[F1][L]'],
  // initials, titles, order
  ['James T. Walker', 'james.walker', '[F].[L]'],
  ['J. Walker', 'jwalker', '[F1][L]'],
  ['J.R. Walker', 'jwalker', '[F1][L]'],
  ['Jane D.', 'janed', '[F][L1]'],
  ['Doe, Jane', 'jane.doe', '[F].[L]'],
  ['Dr. Jane Doe, PhD', 'jane.doe', '[F].[L]'],
  ['Jane "JD" Doe (she/her)', 'jane.doe', '[F].[L]'],
  ['Björk', 'bjork', '[F]'],
])('%s as %s is %s', (name, local, pattern) => {
  expect(inferPatterns([{ name, local }])).toEqual([{ pattern, percentage: 100 }])
})

test.each([
  ['Jane Doe', 'jane_doe'],
  ['Jan van den Berg', 'janvan.denberg'],
  ['Jane Doe', 'jane.doe2'],
  ['Jane Doe', 'jane.smith'],
  ['Jane Doe', 'j'],
  ['Jane Doe', 'd'],
  ['Jane Doe', 'jane.'],
  ['Jane Doe', '.doe'],
  ['Jane Doe', 'jane..doe'],
  ['J. Walker', 'james.walker'],
  ['Jane D.', 'jane.doe'],
  ['王伟', 'wei.wang'],
  ['', 'jane'],
])('%s as %s is no pattern', (name, local) => {
  expect(findPatterns({ name, local })).toEqual([])
})

const contact = (text: string) => {
  const [name = '', local = ''] = text.split(' = ')
  return { name, local }
}

test('shares are of all personal addresses, to one decimal, the largest first', () => {
  const contacts = [
    'Jane Doe = jane.doe',
    'Zoé Blanc = zoe.blanc',
    'Hugo Roth = hugo.roth',
    'Mia Vogel = mvogel',
    'Timo Bauer = tbauer',
    'Ute Lange = ute',
    'Owen Price = inky77',
  ].map(contact)
  expect(inferPatterns(contacts)).toEqual([
    { pattern: '[F].[L]', percentage: 42.9 },
    { pattern: '[F1][L]', percentage: 28.6 },
    { pattern: '[F]', percentage: 14.3 },
  ])
  expect(inferPatterns([])).toEqual([])
  expect(inferPatterns([contact('Owen Price = inky77')])).toEqual([])
})

test('role addresses never count, under any name', () => {
  const roles = [
    'Sales desk = sales',
    'Jane Doe = info',
    'Steve Jobs = jobs',
    'Press office = press.office',
    'Support Team = support.team',
    'Somebody = sales-uk',
    'Mia Vogel = no-reply',
    'Customer care = customer.service',
    'Info = info2',
  ].map(contact)
  expect(inferPatterns(roles)).toEqual([])
  expect(inferPatterns([...roles, contact('Steve Jobs = steve.jobs')])).toEqual([
    { pattern: '[F].[L]', percentage: 100 },
  ])
})

test("an address that fits two patterns gets the company's most common one", () => {
  const unclear = contact('María José Serrano = mariajose')
  expect(findPatterns(unclear).toSorted()).toEqual(['[F]', '[F][L]'])
  const habit = (local: (first: string, last: string) => string) =>
    ['Hugo Roth', 'Timo Bauer'].map((name) => ({
      name,
      local: local(...(name.toLowerCase().split(' ') as [string, string])),
    }))
  expect(inferPatterns([...habit((first) => first), unclear])).toEqual([{ pattern: '[F]', percentage: 100 }])
  expect(inferPatterns([...habit((first, last) => first + last), unclear])).toEqual([
    { pattern: '[F][L]', percentage: 100 },
  ])
  // Without a dominant pattern, a separator divides two names.
  expect(inferPatterns([contact('Mateo Romero Gil = mateo-romerogil')])).toEqual([
    { pattern: '[F]-[L]', percentage: 100 },
  ])
})

test('the address patterns of sandbox companies are inferred from their people', () => {
  let found = 0
  const companies = listCompanies()
    .slice(0, 80)
    .filter(({ index }) => listPeople(index).length > 7)
  for (const { index } of companies) {
    const people = listPeople(index).flatMap(({ fullName, email }) =>
      email ? [contact(`${fullName} = ${email.replace(/[@+].*/, '')}`)] : [],
    )
    const roles = listRoleAddresses(index).map((email) => contact(`Somebody Else = ${email.split('@')[0]}`))
    const patterns = inferPatterns([...people, ...roles])
    expect(patterns).toEqual(inferPatterns(people))
    if (patterns[0]?.pattern === makeNamingHabit(index).dominant) found++
  }
  // Chance may turn a narrow majority among the few people who publish an address.
  expect(companies.length).toBeGreaterThan(40)
  expect(found / companies.length).toBeGreaterThan(0.95)
})

test('whatever the contacts, the patterns are well formed and the shares add up', () => {
  const contacts = fc.array(
    fc.record({ name: fc.string({ unit: 'grapheme', maxLength: 60 }), local: fc.string({ maxLength: 64 }) }),
    { maxLength: 12 },
  )
  const likely = fc.array(
    fc.record({
      name: fc.constantFrom(
        'Jane Doe',
        'de la',
        'J. R. R. T',
        'A B C D E F G H I J',
        "d'",
        'Ann-Marie van O’Neil',
        ', ,',
        '((',
        'É. É',
      ),
      local: fc.constantFrom('jane.doe', 'a.b', 'abcdefghij', 'ann-marie.van.oneil', '-', '.', 'aoneil', 'd'),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(fc.oneof(contacts, likely), (all) => {
      const patterns = inferPatterns(all)
      const percentages = patterns.map(({ percentage }) => percentage)
      for (const { pattern, percentage } of patterns) {
        expect(pattern).toMatch(/^\[(?:F1?|L1?)\](?:[.-]?\[(?:F1?|L1?)\])?$/)
        expect(percentage).toBeGreaterThan(0)
        expect(Math.round(percentage * 10) / 10).toBe(percentage)
      }
      expect(percentages).toEqual(percentages.toSorted((a, b) => b - a))
      expect(percentages.reduce((sum, share) => sum + share, 0)).toBeLessThan(100.6)
    }),
    { numRuns: 300 },
  )
})
