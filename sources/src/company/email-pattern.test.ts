// E-mail patterns from each form of the directory's contact pages.
import { readFileSync } from 'node:fs'
import { isFailure } from '@quarry/kit/errors'
import type { Page } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { beforeAll, expect, test } from 'vitest'
import { getCompany } from '../sandbox/companies.ts'
import { emailPattern } from './email-pattern.ts'
import { company as source } from './index.ts'
import { emailPatternSite } from './providers/site.ts'

const get = sandboxGet(source, new Date('2026-11-15T12:00:00Z'))

beforeAll(() => allowLargeDom())

const page = (file: string, domain: string, status = 200): Page => ({
  url: `https://www.company.example/companies/${domain}/contacts`,
  status,
  contentType: 'text/html',
  body: readFileSync(new URL(`fixtures/${file}.html`, import.meta.url), 'utf8'),
})
const read = (file: string, domain: string, status = 200) =>
  emailPatternSite.extract(page(file, domain, status), { domain })
const found = (record: unknown, form: string, shown: number, read = shown) => ({
  kind: 'found',
  record,
  form,
  lists: [{ list: 'contacts', shown, read }],
})
const catchReason = (act: () => unknown) => {
  try {
    act()
  } catch (thrown) {
    if (isFailure(thrown)) return thrown.reason
    throw thrown
  }
  return null
}

test('a table of contacts: one address each, no role addresses, no other companies, unmatched addresses in the denominator', () => {
  // Six people: jane, zoé, karl-heinz and lucía; jan; and owen, whose address fits no pattern.
  expect(read('contacts-table', 'quillon.example')).toEqual(
    found(
      [
        { pattern: '[F].[L]', percentage: 66.7 },
        { pattern: '[F1][L]', percentage: 16.7 },
      ],
      'dom',
      9,
    ),
  )
})

test('older pages list contacts as cards, others in linked data only', () => {
  expect(read('contacts-cards', 'brask.example')).toEqual(
    found(
      [
        { pattern: '[F1][L]', percentage: 66.7 },
        { pattern: '[F]', percentage: 33.3 },
      ],
      'dom',
      3,
    ),
  )
  expect(read('contacts-linked', 'olmo.example')).toEqual(
    found(
      [
        { pattern: '[F1].[L]', percentage: 50 },
        { pattern: '[F]-[L]', percentage: 50 },
      ],
      'json-ld',
      2,
    ),
  )
})

test('a page may say itself which company it is about', () => {
  const moved = page('contacts-cards', 'old-brask.example')
  const body = `<meta property="og:url" content="https://www.company.example/companies/brask.example">${moved.body}`
  expect(emailPatternSite.extract(moved, { domain: 'old-brask.example' }).kind).toBe('not_found')
  expect(emailPatternSite.extract({ ...moved, body }, { domain: 'old-brask.example' }).kind).toBe('found')
})

test('without a personal address at the domain there is no pattern', () => {
  expect(read('contacts-none', 'olmo.example').kind).toBe('not_found')
  expect(read('contacts-table', 'other.example').kind).toBe('not_found')
  expect(read('contacts-table', 'quillon.example', 404).kind).toBe('not_found')
  expect(catchReason(() => read('bot-wall', 'quillon.example'))).toBe('upstream_blocked')
  expect(catchReason(() => read('old', 'brask.example'))).toBe('page_changed')
})

test('every form of the sandbox page gives patterns, and a company without contacts is not found', async () => {
  const lookUp = (query: string) => onSite(source, emailPattern).find({ query }, get)
  for (const index of [4, 5, 9]) expect((await lookUp(getCompany(index).domain)).kind).toBe('found')
  expect((await lookUp(getCompany(74).domain)).kind).toBe('not_found')
  for (const domain of ['no-such-company.example', 'gone.example', 'moved-away.example'])
    expect((await lookUp(domain)).kind, domain).toBe('not_found')
})
