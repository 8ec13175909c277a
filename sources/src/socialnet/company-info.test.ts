// Company profile: the exact record of each form of its page, parameters, removed companies and bot walls.
import { readFileSync } from 'node:fs'
import { isFailure, isInvalidParameter } from '@quarry/kit/errors'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { hostileAddresses } from '@quarry/kit/testing/address-corpus'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { beforeAll, expect, test } from 'vitest'
import { getCompany } from '../sandbox/companies.ts'
import { companyInfo } from './company-info.ts'
import { socialnet } from './index.ts'
import { site } from './providers/site.ts'

const { parse, find } = onSite(socialnet, companyInfo)
const get = sandboxGet(socialnet, new Date('2026-11-15T12:00:00Z'))

beforeAll(() => allowLargeDom())

const page = (path: string) => `https://www.socialnet.example${path}`
const read = (name: string, path = '/company/any', status = 200) =>
  site.extract(
    {
      url: page(path),
      status,
      contentType: 'text/html',
      body: readFileSync(new URL(`fixtures/${name}.html`, import.meta.url), 'utf8'),
    },
    { username: 'any' },
  )
const getRecord = (name: string) => {
  const outcome = read(name)
  if (outcome.kind !== 'found') throw new Error(outcome.kind)
  return outcome.record
}
const catchReason = (act: () => unknown) => {
  try {
    act()
  } catch (thrown) {
    if (isFailure(thrown)) return thrown.reason
    throw thrown
  }
  return null
}

test('a current page gives every field', () => {
  expect(read('current')).toMatchObject({ form: 'json-ld+dom' })
  expect(getRecord('current')).toEqual({
    company_id: 10529044,
    company_url: 'https://www.socialnet.example/company/quillon-works',
    company_name: 'Quillon Works',
    logo_url: 'https://img.socialnet.example/quillon?e=1&v=beta',
    website: 'http://www.quillon.example',
    specialities: ['letterpress', 'research and development', 'ink'],
    industry: 'Printing Services',
    tagline: 'Ink that lasts',
    description: 'Pens & presses.\n\nMade by hand.',
    founded: 1974,
    staff_range: '50-200',
    staff_count: 69,
    follower_count: 750,
    locations: ['Tide House, 3 Pier Road, Whitby, England YO213PU, GB', 'Lyon, Rhône 69002, FR'],
    headquarter: { city: 'Whitby', line1: 'Tide House', country: 'GB', postal_code: 'YO213PU' },
    posts: [
      {
        post_id: '7248246460041809921',
        post_url: 'https://www.socialnet.example/posts/quillon-works_ink-activity-7248246460041809921-pOe5',
      },
      {
        post_id: '7247945789950353409',
        post_url: 'https://www.socialnet.example/feed/update/urn:li:activity:7247945789950353409',
      },
    ],
    employees: [
      { name: 'Ada Byrne', profile_url: 'https://www.socialnet.example/in/ada-byrne-9' },
      { name: 'Zoé Lefèvre', profile_url: 'https://www.socialnet.example/in/zoe-lefevre' },
    ],
    similar_companies: [
      {
        company_url: 'https://www.socialnet.example/company/nibworks',
        company_logo: 'https://www.socialnet.example/logos/nib.png',
        company_name: 'Nibworks',
      },
      {
        company_url: 'https://www.socialnet.example/company/press-co',
        company_logo: null,
        company_name: 'Press & Co',
      },
    ],
    affiliated_companies: [
      {
        company_url: 'https://www.socialnet.example/company/quillon-paper',
        company_logo: 'https://img.socialnet.example/paper',
        company_name: 'Quillon Paper',
      },
    ],
  })
})

const empty = {
  website: null,
  specialities: [],
  industry: null,
  tagline: null,
  description: null,
  founded: null,
  staff_range: null,
  locations: [],
  posts: [],
  employees: [],
  similar_companies: [],
  affiliated_companies: [],
}

test('an old page has its linked data in a graph and its id in a search link', () => {
  expect(getRecord('old')).toEqual({
    ...empty,
    company_id: 88421,
    company_url: 'https://www.socialnet.example/company/brask-sohn',
    company_name: 'Brask & Sohn',
    logo_url: 'https://img.socialnet.example/brask',
    specialities: ['research and development'],
    industry: 'Shipbuilding',
    staff_range: 'over-10k',
    staff_count: 12_500,
    follower_count: 1,
    headquarter: { city: 'Bremen', line1: null, country: 'DE', postal_code: null },
  })
})

test('a page with a broken island gives what it shows', () => {
  expect(read('broken-island')).toMatchObject({ form: 'dom' })
  expect(getRecord('broken-island')).toEqual({
    ...empty,
    company_id: 77,
    company_url: 'https://www.socialnet.example/company/olmo-textil',
    company_name: 'Olmo Textil',
    logo_url: 'https://www.socialnet.example/logos/olmo.png',
    website: 'https://olmo.example/es/sobre-nosotros',
    description: 'Hilos y telas.',
    founded: 2019,
    // The page states 501 to 1,000 employees, for which there is no class, and lists more people.
    staff_range: '1k-5k',
    staff_count: 1044,
    follower_count: 1_234_567,
    locations: ['Calle Nueva, 4, Puebla, Puebla 72000, MX'],
    headquarter: { city: 'Puebla', line1: 'Calle Nueva, 4', country: 'MX', postal_code: '72000' },
  })
})

test('a page without sections gives its linked data', () => {
  expect(read('bare')).toMatchObject({ form: 'json-ld' })
  expect(getRecord('bare')).toEqual({
    ...empty,
    company_id: null,
    company_url: 'https://www.socialnet.example/company/fjordlys',
    company_name: 'Fjordlys',
    logo_url: 'https://img.socialnet.example/fjord',
    website: 'https://fjordlys.example',
    tagline: 'Light',
    description: 'Lamps.',
    staff_range: '10-50',
    staff_count: 14,
    follower_count: 912,
    headquarter: null,
  })
})

test.each([
  ['5,750 followers', 5750],
  ['<span>Lyon</span> <span>1 234 abonnés</span>', 1234],
  ['Lyon 9 <span></span> 12.345.678 Follower', 12_345_678],
  ['London, London 5,750 followers', 5750],
  ['Lyon 9 750 followers', null],
  ['Lyon 69009', null],
  ['followers', null],
])('the line %s has %s followers', (line, followers) => {
  const html = `<h1 class="top-card-layout__title">A</h1><h3 class="top-card-layout__first-subline"> ${line} </h3>`
  const outcome = site.extract(
    { url: page('/company/a'), status: 200, contentType: 'text/html', body: html },
    { username: 'any' },
  )
  expect(outcome).toMatchObject({ kind: 'found', record: { follower_count: followers } })
})

test('a removed company is not found, whatever the site answers', async () => {
  expect(read('removed').kind).toBe('not_found')
  expect(read('current', '/company/any', 410).kind).toBe('not_found')
  expect(read('current', '/company/unavailable/').kind).toBe('not_found')
  for (const query of ['gone-for-good', 'gone-elsewhere', 'gone-quietly', 'no-such-company', '999999999'])
    expect((await find({ query }, get)).kind, query).toBe('not_found')
})

test('bot walls are failures, never records and never 404', () => {
  expect(catchReason(() => read('login-wall'))).toBe('upstream_blocked')
  expect(catchReason(() => read('bot-wall'))).toBe('upstream_blocked')
  expect(catchReason(() => read('current', '/authwall'))).toBe('upstream_blocked')
  const other = {
    url: 'https://www.socialnet.example/',
    status: 200,
    contentType: 'text/html',
    body: '<h1>Hello</h1>',
  }
  expect(catchReason(() => site.extract(other, { username: 'any' }))).toBe('page_changed')
})

/** The one address that a lookup reads. */
const findRequestedPath = async (params: object): Promise<string | undefined> => {
  const urls: string[] = []
  await find(params, async (url) => {
    urls.push(url)
    return { url, status: 404, contentType: 'text/html', body: '' }
  })
  expect(urls).toHaveLength(1)
  return urls[0]
}

test.each([
  ['fenmont', { username: 'fenmont' }, '/company/fenmont'],
  [' FenMont ', { username: 'fenmont' }, '/company/fenmont'],
  ['https://www.socialnet.example/company/fenmont', { username: 'fenmont' }, '/company/fenmont'],
  ['http://www.socialnet.example/company/Fenmont/about/?x=1', { username: 'fenmont' }, '/company/fenmont'],
  ['https://www.socialnet.example/company/h%C3%A9lios', { username: 'hélios' }, '/company/h%C3%A9lios'],
  ['he\u0301lios', { username: 'hélios' }, '/company/h%C3%A9lios'],
  ['booking.com', { username: 'booking.com' }, '/company/booking.com'],
  ['a&b', { username: 'a&b' }, '/company/a%26b'],
  ['001554', { id: 1554 }, '/company/1554'],
  ['https://www.socialnet.example/company/1554/', { id: 1554 }, '/company/1554'],
])('the query %s is read as %o', async (query, company, path) => {
  expect(parse({ query })).toEqual(company)
  expect(await findRequestedPath({ query })).toBe(page(path))
})

test.each(['fenmont.example', 'www.fenmont.example', 'https://www.fenmont.example/about'])(
  'the domain %s is looked up by website',
  async (domain) => {
    expect(parse({ domain })).toEqual({ domain: 'fenmont.example' })
    expect(await findRequestedPath({ domain })).toBe(page('/lookup/company?website=fenmont.example'))
  },
)

test.each([
  '',
  '  ',
  '..',
  '.',
  '-',
  'a/b',
  'a/../../admin',
  'x?y#z',
  'two words',
  '169.254.169.254',
  'a\u0000b',
  'a'.repeat(300),
  'https://www.socialnet.example/',
  'https://www.socialnet.example/in/ada-byrne',
  'https://www.socialnet.example/company/',
  'https://www.socialnet.example/company/%2e%2e',
  'https://www.socialnet.example/company/a%2fb',
  'https://www.socialnet.example/company/%E0%A4%A',
  'https://www.other.example/company/fenmont',
])('the query %j is refused', (query) => {
  expect(() => parse({ query })).toThrow(/^Bad Request: query /)
})

test('exactly one of query and domain is used', () => {
  expect(() => parse({})).toThrow(/^Bad Request: query is missing/)
  expect(() => parse({ query: 'a', domain: 'a.example' })).toThrow(/^Bad Request: domain must not/)
})

test('a domain is never the name of a machine, and none is ever fetched', async () => {
  const keys = [
    'localhost',
    '169.254.169.254',
    'fr.evil.local',
    'com@127.0.0.1',
    '',
    ...hostileAddresses('www.socialnet.example'),
  ]
  let refused = 0
  for (const domain of keys) {
    try {
      expect(new URL((await findRequestedPath({ domain })) ?? '').hostname, domain).toBe(
        'www.socialnet.example',
      )
    } catch (thrown) {
      expect(isInvalidParameter(thrown), domain).toBe(true)
      expect((thrown as Error).message).toMatch(/^Bad Request: domain /)
      refused++
    }
  }
  expect(refused).toBeGreaterThan(25)
})

test('a company is the same by name, by id and by website, in every form of its page', async () => {
  // 9 has a broken island, 5 is an old page, 6 a bare one; each has all fields of its form.
  for (const index of [0, 4, 5, 6, 9]) {
    const { slug, socialId, domain, name, staffCount } = getCompany(index)
    const found = await Promise.all(
      [{ query: slug }, { query: String(socialId) }, { domain }].map((params) => find(params, get)),
    )
    for (const outcome of found) {
      if (outcome.kind !== 'found') throw new Error(`${slug}: ${outcome.kind}`)
      const record = outcome.record as Record<string, unknown>
      expect(record).toMatchObject({
        company_name: name,
        staff_count: staffCount,
        website: `https://www.${domain}`,
      })
      expect(record.company_id).toBe(socialId)
    }
  }
})
