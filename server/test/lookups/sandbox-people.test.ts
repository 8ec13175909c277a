// Each company has people whose e-mail addresses follow its naming patterns, with a share of exceptions that the
// inference must handle.
import { getCompany, listCompanies } from '@quarry/sources/sandbox/companies'
import {
  countPeople,
  listPeople,
  listRoleAddresses,
  makeNamingHabit,
  namings,
  type Person,
} from '@quarry/sources/sandbox/people'
import { describe, expect, test } from 'vitest'

const everyone = listCompanies().map((company) => listPeople(company.index))

/** Whether the address follows the pattern, computed without the code that generated it. */
function follows(person: Person, naming: keyof typeof namings): boolean {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .normalize('NFD')
      .replace(/[^a-z]/g, '')
  const local = (person.email ?? '').replace(/(?:\+.*)?@.*$/, '')
  const expected = namings[naming](plain(person.first), plain(person.last))
  // A hyphen may belong to the pattern or to the name.
  return local.replaceAll('-', '') === expected.replaceAll('-', '')
}

describe('people', () => {
  test('number 3 to 40 in each company, more in larger ones and never more than its staff', () => {
    for (const [index, people] of everyone.entries()) {
      expect(people.length).toBe(countPeople(index))
      expect(people.length).toBeGreaterThanOrEqual(Math.min(3, getCompany(index).staffCount ?? 3))
      expect(people.length).toBeLessThanOrEqual(getCompany(index).staffCount ?? 40)
      expect(people.length).toBeLessThanOrEqual(40)
    }
    expect(new Set(everyone.map((people) => people.length)).size).toBeGreaterThan(20)
  })

  test('are the same each time, each with a unique slug', () => {
    expect(listPeople(17)).toEqual(listPeople(17))
    const slugs = everyone.flat().map((person) => person.slug)
    expect(new Set(slugs).size).toBe(slugs.length)
  })

  test('have names that are hard to turn into addresses', () => {
    const names = everyone.flat().map((person) => person.fullName)
    for (const form of [
      /é/,
      /ü/,
      /ñ/,
      / de la /,
      / van der /,
      / von /,
      /\w-\w/,
      / [A-Z]\. /,
      /'/,
      /García López/,
    ])
      expect(
        names.some((name) => form.test(name)),
        String(form),
      ).toBe(true)
  })
})

describe('addresses', () => {
  test('belong to the company, look like addresses, and are unique within it', () => {
    for (const [index, people] of everyone.entries()) {
      const emails = people.flatMap((person) => person.email ?? [])
      expect(new Set(emails).size).toBe(emails.length)
      for (const email of emails) {
        expect(email).toMatch(/^[a-z0-9][a-z0-9.+-]*@[a-z0-9-]+\.example$/)
        expect(email.endsWith(`@${getCompany(index).domain}`)).toBe(true)
      }
    }
  })

  test('follow the dominant pattern in half to nine tenths, a second in most others, none in 7 to 14 %', () => {
    const counts = { all: 0, dominant: 0, second: 0, none: 0 }
    for (const [index, people] of everyone.entries()) {
      const habit = makeNamingHabit(index)
      for (const person of people.filter(({ email }) => email !== null)) {
        counts.all++
        if (follows(person, habit.dominant)) counts.dominant++
        else if (follows(person, habit.second)) counts.second++
        else counts.none++
      }
    }
    expect(counts.dominant / counts.all).toBeGreaterThan(0.5)
    expect(counts.dominant / counts.all).toBeLessThan(0.9)
    expect(counts.second / counts.all).toBeGreaterThan(0.08)
    expect(counts.none / counts.all).toBeGreaterThan(0.07)
    expect(counts.none / counts.all).toBeLessThan(0.14)
  })

  test('make the dominant pattern the most frequent one in nearly every larger company', () => {
    const larger = [...everyone.entries()].filter(([, people]) => people.length >= 15)
    const clear = larger.filter(([index, people]) => {
      const share = (naming: keyof typeof namings) =>
        people.filter((person) => follows(person, naming)).length
      return share(makeNamingHabit(index).dominant) > share(makeNamingHabit(index).second)
    })
    expect(clear.length / larger.length).toBeGreaterThan(0.97)
  })

  test('are missing for some people and tagged for a few; roles have shared addresses', () => {
    const people = everyone.flat()
    expect(people.some((person) => person.email === null)).toBe(true)
    expect(people.some((person) => person.email?.includes('+'))).toBe(true)
    for (const company of listCompanies()) {
      const roles = listRoleAddresses(company.index)
      expect(roles.length).toBeGreaterThanOrEqual(2)
      for (const role of roles) expect(role).toMatch(new RegExp(`^[a-z]+@${company.domain}$`))
    }
  })
})
