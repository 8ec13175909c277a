// The directory's entries, profiles and suggestions, from pages written by hand and from the sandbox site.
import { readFileSync } from 'node:fs'
import { isFailure } from '@quarry/kit/errors'
import type { Page } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { onSite } from '@quarry/kit/testing/on-site'
import { sandboxGet } from '@quarry/kit/testing/run-example'
import { beforeAll, expect, test } from 'vitest'
import { getCompany, listCompanies } from '../sandbox/companies.ts'
import { company } from './company.ts'
import { company as source } from './index.ts'
import { companySite, socialSite, suggestSite } from './providers/site.ts'
import { social } from './social.ts'
import { suggest } from './suggest.ts'

const get = sandboxGet(source, new Date('2026-11-15T12:00:00Z'))

beforeAll(() => allowLargeDom())

const page = (file: string, path: string, status = 200): Page => ({
  url: `https://www.company.example${path}`,
  status,
  contentType: file.endsWith('.json') ? 'application/json' : 'text/html',
  body: readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8'),
})
const entry = (file: string, domain: string) =>
  companySite.extract(page(file, `/companies/${domain}`), { domain: null, name: null })
const profiles = (file: string, domain: string) =>
  socialSite.extract(page(file, `/companies/${domain}`), { domain })
const catchReason = (act: () => unknown) => {
  try {
    act()
  } catch (thrown) {
    if (isFailure(thrown)) return thrown.reason
    throw thrown
  }
  return null
}
const findCompany = onSite(source, company).find
const lookUp = (query: string) => findCompany({ query }, get)
const found = (record: unknown, form?: string) => ({
  kind: 'found',
  record,
  ...(form === undefined ? {} : { form }),
})
const listed = (record: unknown, form: string, list: string, shown: number, read = shown) => ({
  ...found(record, form),
  lists: [{ list, shown, read }],
})

test('a current page is read from its linked data alone', () => {
  expect(entry('current.html', 'quillon.example')).toEqual(
    found(
      {
        name: 'Quillon Works',
        domain: 'quillon.example',
        website: 'https://www.quillon.example',
        description: 'Pens & presses.',
        industry: 'Printing',
        founded: 1974,
        staff_range: '50-200',
        staff_count: 69,
        headquarter: { city: 'Whitby', country: 'GB' },
        logo_url: 'https://www.company.example/logos/quillon.png',
        specialities: ['letterpress', 'ink'],
      },
      'json-ld',
    ),
  )
})

test('an old page is read from what it shows', () => {
  expect(entry('old.html', 'brask.example')).toEqual(
    found(
      {
        name: 'Brask & Sohn',
        domain: 'brask.example',
        website: 'http://brask.example',
        description: 'Ships and boats.',
        industry: 'Shipbuilding',
        founded: 1911,
        staff_range: '1k-5k',
        staff_count: 1250,
        headquarter: { city: 'Bremen', country: 'DE' },
        logo_url: 'https://www.company.example/logos/brask.png',
        specialities: ['tugs', 'ferries, large'],
      },
      'dom',
    ),
  )
})

const nothing = {
  website: null,
  description: null,
  industry: null,
  founded: null,
  staff_range: null,
  staff_count: null,
  headquarter: null,
  logo_url: null,
  specialities: [],
}

test('a broken data island leaves the fields shown on the page, and the others stay null', () => {
  expect(entry('broken-island.html', 'olmo.example')).toEqual(
    found(
      {
        ...nothing,
        name: 'Olmo Textil',
        domain: 'olmo.example',
        headquarter: { city: 'Puebla', country: null },
      },
      'dom',
    ),
  )
})

test('an island that lacks facts is completed from the page, never overruled', () => {
  expect(entry('partial-island.html', 'fjordlys.example')).toEqual(
    found(
      {
        ...nothing,
        name: 'Fjordlys',
        domain: 'fjordlys.example',
        founded: 2003,
        staff_range: '10-50',
        staff_count: 14,
        specialities: ['lamps', 'candles'],
      },
      'json-ld+dom',
    ),
  )
})

test('profiles come from linked data, or from the links of an old page', () => {
  expect(profiles('current.html', 'quillon.example')).toEqual(
    listed(
      {
        domain: 'quillon.example',
        profiles: [
          {
            network: 'socialnet',
            url: 'https://uk.socialnet.example/company/quillon-works/',
            handle: 'quillon-works',
          },
          { network: 'videos', url: 'https://www.videos.example/@quillon', handle: 'quillon' },
          {
            network: 'microblog',
            url: 'https://microblog.co.uk/quillon_works?lang=en',
            handle: 'quillon_works',
          },
          { network: 'photos', url: 'https://photos.example/', handle: null },
        ],
      },
      'json-ld',
      'profiles',
      7,
      5,
    ),
  )
  expect(profiles('old.html', 'brask.example')).toEqual(
    listed(
      {
        domain: 'brask.example',
        profiles: [
          { network: 'socialnet', url: 'https://www.socialnet.example/company/brask', handle: 'brask' },
          { network: 'code', url: 'https://code.example/brask', handle: 'brask' },
        ],
      },
      'dom',
      'profiles',
      2,
    ),
  )
  expect(profiles('broken-island.html', 'olmo.example')).toEqual(
    listed({ domain: 'olmo.example', profiles: [] }, 'dom', 'profiles', 0),
  )
})

test('a profile link without an address is unread, not the page itself', () => {
  const { body, ...old } = page('old.html', '/companies/brask.example')
  const withEmptyLink = { ...old, body: body.replace('</body>', '<a rel="me">Code</a></body>') }
  const outcome = socialSite.extract(withEmptyLink, { domain: 'brask.example' })
  expect(outcome).toMatchObject({ record: { profiles: [{ network: 'socialnet' }, { network: 'code' }] } })
  expect(outcome).toMatchObject({ lists: [{ list: 'profiles', shown: 3, read: 2 }] })
})

test('suggestions keep the order of the site, each domain once, whole items only', () => {
  expect(suggestSite.extract(page('suggestions.json', '/autocomplete?q=fen'), { beginning: 'fen' })).toEqual(
    listed(
      [
        {
          name: 'Fenmont',
          domain: 'fenmont.example',
          logo_url: 'https://www.company.example/logos/fenmont.png',
        },
        { name: 'Fen & Co', domain: 'fen.example', logo_url: 'https://cdn.example/fen.png' },
        { name: 'Fenix', domain: 'fenix.example', logo_url: null },
      ],
      'json',
      'suggestions',
      8,
      4,
    ),
  )
})

test('a bot wall, another page and a missing page have different outcomes', () => {
  const other = { ...page('bot-wall.html', '/companies/a.example'), body: '<html><h1>News</h1></html>' }
  for (const read of [
    (it: Page) => companySite.extract(it, { domain: 'a.example', name: null }),
    (it: Page) => socialSite.extract(it, { domain: 'a.example' }),
    (it: Page) => suggestSite.extract(it, { beginning: 'a' }),
  ]) {
    expect(catchReason(() => read(page('bot-wall.html', '/companies/a.example')))).toBe('upstream_blocked')
    expect(catchReason(() => read(other))).toBe('page_changed')
    expect(read(page('current.html', '/companies/a.example', 404)).kind).toBe('not_found')
    expect(read(page('current.html', '/companies/a.example', 410)).kind).toBe('not_found')
  }
})

test('a company is found by its domain in every spelling, and by its name with or without the legal form', async () => {
  const { name, domain } = getCompany(28)
  expect(name).toBe('Plueko Ltd')
  const domains = [domain, `www.${domain}`, `https://www.${domain}/about`]
  const names = [name, 'plueko ltd', ' PLUÉKO,  L.t.d. ', 'Plueko']
  for (const query of [...domains, ...names])
    expect(await lookUp(query), query).toMatchObject(found({ name, domain }))
  expect(await lookUp('Pluello S.A.S.')).toMatchObject(found({ name: 'Pluello' }))
})

test('a name that no company has, or that several could mean, is not found', async () => {
  expect(await lookUp('Galana')).toMatchObject(found({ name: 'Galana' }))
  expect(await lookUp('Galana BV')).toMatchObject(found({ name: 'Galana BV' }))
  // There are a Draorra Ltd and a Draorra SL, but no Draorra; and a Beacon Finance GmbH and a Beacon Finance & Co.
  for (const query of [
    'Draorra',
    'Beacon Finance',
    'Plueko L',
    'Finance GmbH',
    'no such company',
    'gone.example',
    'moved-away.example',
    'x.pluello.example',
  ])
    expect(await lookUp(query), query).toEqual({ kind: 'not_found' })
})

test('every form of the sandbox page gives the sandbox data', async () => {
  // 5 and 16 are old pages, 9 has a broken island.
  for (const index of [4, 5, 9, 16]) {
    const { name, domain, website, founded, staffCount, industry, specialities, description } =
      getCompany(index)
    expect(await lookUp(domain)).toMatchObject(
      found({ name, domain, website, founded, staff_count: staffCount, industry, specialities, description }),
    )
    const { socialProfiles } = getCompany(index)
    const profiles = socialProfiles.map(({ network, url, handle }) => ({ network, url, handle }))
    const form = [5, 16, 9].includes(index) ? 'dom' : 'json-ld'
    expect(await onSite(source, social).find({ query: domain }, get)).toEqual(
      listed({ domain, profiles }, form, 'profiles', profiles.length),
    )
  }
})

test('suggestions begin with the text, are at most ten, and find every company', async () => {
  const lookUp = async (query: string) => {
    const outcome = await onSite(source, suggest).find({ query }, get)
    return outcome.kind === 'found' ? (outcome.record as { name: string; domain: string }[]) : []
  }
  expect(await lookUp('a')).toHaveLength(10)
  expect((await lookUp('fen')).length).toBeGreaterThan(2)
  for (const { name } of await lookUp('fen')) expect(name.toLowerCase().startsWith('fen')).toBe(true)
  expect(await lookUp('zzzz')).toEqual([])
  for (const { name, domain } of listCompanies().slice(0, 300)) {
    expect(
      (await lookUp(name)).map((item) => item.domain),
      name,
    ).toContain(domain)
    expect(
      (await lookUp(domain.slice(0, -3))).map((item) => item.domain),
      domain,
    ).toContain(domain)
  }
})
