// Companies, profiles and suggestions from a fake Wikidata: each field, which company a domain or a name finds, and no
// address outside its network.
import { isFailure } from '@quarry/kit/errors'
import { toSite } from '@quarry/kit/testing/on-site'
import { expect, test } from 'vitest'
import {
  type Claim,
  type Entity,
  type FakeWikidata,
  fakeWikidata,
  wikidataPage,
} from '../../testing/fake-wikidata.ts'
import { company } from '../index.ts'
import { companyWikidata, socialWikidata, suggestWikidata } from './wikidata.ts'

const site = toSite(company)
const byDomain = (domain: string, { get }: FakeWikidata = fakeWikidata('company')) =>
  companyWikidata.find({ domain, name: null }, { get, site })
const byName = (name: string, { get }: FakeWikidata = fakeWikidata('company')) =>
  companyWikidata.find({ domain: null, name }, { get, site })
const recordIn = <R>(outcome: { kind: string; record?: R }): R => {
  if (outcome.record === undefined) throw new Error(outcome.kind)
  return outcome.record
}
const claimsIn = (wikidata: FakeWikidata, id: string): Record<string, Claim[]> => {
  const claims = wikidata.items.get(id)?.claims
  if (claims === undefined || Array.isArray(claims)) throw new Error(`${id} has no statements`)
  return claims
}

const harborline = {
  name: 'Harborline Instruments',
  domain: 'harborline.example',
  website: 'https://www.harborline.example/',
  description: 'Harborline Instruments (HAR-bor-line) is a British maker of tide gauges in Whitby.',
  industry: 'marine instruments industry',
  founded: 1974,
  staff_range: '1k-5k',
  staff_count: 1184,
  headquarter: { city: 'Whitby', country: 'GB' },
  logo_url: 'https://commons.wikimedia.org/wiki/Special:FilePath/Harborline_logo_2019.svg',
  specialities: ['tide gauge', 'barometer'],
}

test('a company found by its domain has all twelve fields, from four requests', async () => {
  const wikidata = fakeWikidata('company')
  expect(await byDomain('harborline.example', wikidata)).toEqual({
    kind: 'found',
    record: harborline,
    form: 'wikidata',
    lists: [{ list: 'specialities', shown: 2, read: 2 }],
    source: 'https://en.wikipedia.org/wiki/Harborline_Instruments',
  })
  expect(
    wikidata.requests.map(
      ({ searchParams }) => searchParams.get('list') ?? searchParams.get('prop') ?? searchParams.get('props'),
    ),
  ).toEqual([
    'search',
    'labels|aliases|descriptions|claims|sitelinks/urls',
    'labels|sitelinks/urls',
    'extracts',
  ])
})

test('a second current website is shown if the lookup names it', async () => {
  expect(recordIn(await byDomain('harborline-shop.example'))).toEqual({
    ...harborline,
    domain: 'harborline-shop.example',
    website: 'https://www.harborline-shop.example/',
  })
})

const briana = 'Q990900003'

test('if no company has the home page as its website, another page of the domain is found', async () => {
  const wikidata = fakeWikidata('company')
  const [website] = claimsIn(wikidata, briana).P856 ?? []
  if (!website?.mainsnak.datavalue) throw new Error('no website')
  website.mainsnak.datavalue.value = 'http://briana.example/es'
  expect(recordIn(await byDomain('briana.example', wikidata))).toMatchObject({
    domain: 'briana.example',
    website: 'http://briana.example/es',
  })
  expect(wikidata.requests[1]?.searchParams.get('srsearch')).toContain('P856=http://briana.example/*')
})

test.each([
  ['Q515', 'a city'],
  ['Q3336843', 'a country'],
])('%s, %s with properties of a company, is not a company', async (kind) => {
  const wikidata = fakeWikidata('company')
  expect(await byDomain('briana.example', wikidata)).toMatchObject({ kind: 'found' })
  const claims = claimsIn(wikidata, briana)
  const [first] = claims.P31 ?? []
  if (!first) throw new Error('no kind')
  const value = { 'entity-type': 'item', id: kind, 'numeric-id': Number(kind.slice(1)) }
  const datavalue = { type: 'wikibase-entityid', value }
  claims.P31 = [...(claims.P31 ?? []), { ...first, mainsnak: { ...first.mainsnak, datavalue } } as Claim]
  expect(await byDomain('briana.example', wikidata)).toEqual({ kind: 'not_found' })
})

test.each([
  'harborline-works.example', // A former website.
  'harborline-wrong.example', // A deprecated one.
  'www.harborline.example.evil.example',
  'orla.example', // The item is a watch.
  'briana-sings.example', // The item is a singer.
  'nobody.example',
  `${'long-label-'.repeat(5)}x.example`,
])('no company is found under %s', async (domain) => {
  expect(await byDomain(domain)).toEqual({ kind: 'not_found' })
})

test('unstated values are null: no article, no seat, a decade, an industry without a name', async () => {
  const wikidata = fakeWikidata('company')
  expect(await byDomain('briana.example', wikidata)).toEqual({
    kind: 'found',
    record: {
      name: 'Briana SL',
      domain: 'briana.example',
      website: 'http://briana.example',
      description: 'éditeur de cartes marines',
      industry: null,
      founded: null,
      staff_range: null,
      staff_count: 700,
      headquarter: { city: null, country: 'ND' },
      logo_url: null,
      specialities: [],
    },
    form: 'wikidata',
    lists: [{ list: 'specialities', shown: 1, read: 0 }],
    source: 'https://www.wikidata.org/wiki/Q990900003',
  })
  expect(wikidata.requests.map(({ searchParams }) => searchParams.get('property')).filter(Boolean)).toEqual([
    'P297',
  ])
})

test('of several countries the one of the seat is used', async () => {
  const wikidata = fakeWikidata('company')
  expect(recordIn(await byDomain('sella-soehne.example', wikidata))).toMatchObject({
    description: null,
    headquarter: { city: 'Belfort', country: 'FR' },
    staff_range: 'over-10k',
  })
  expect(wikidata.requests.map(({ searchParams }) => searchParams.get('property')).filter(Boolean)).toEqual([
    'P17',
    'P297',
  ])
})

test.each([
  ['harborline instruments', 'harborline.example'],
  ['instruments harborline', 'harborline.example'],
  ['harborline', 'harborline.example'],
  ['harborline ltd', 'harborline.example'],
  ['HARBORLINE INSTRUMENTS PLC', 'harborline.example'],
  ['briana', 'briana.example'],
  ['sella & sohne', 'sella-soehne.example'],
  ['s&s', 'sella-soehne.example'],
  ['old mill', 'old-mill.example'],
])('the name %s finds %s', async (name, domain) => {
  expect(recordIn(await byName(name))).toMatchObject({ domain })
})

test.each([
  'drao', // Two companies with this name.
  'harbor',
  'harborline france sarl de plus',
  'orla',
  'nettle',
  'tiny shop', // Its website is a page on a social network.
  'q990900001',
  'nobody at all',
])('the name %s finds no company', async (name) => {
  expect(await byName(name)).toEqual({ kind: 'not_found' })
})

test('a text that could be a domain or a name is looked up as a domain first', async () => {
  const wikidata = fakeWikidata('company')
  const first = wikidata.items.get('Q990900005')
  if (first) first.labels = { en: { value: 'Drao.com' } }
  const outcome = await companyWikidata.find(
    { domain: 'drao.com', name: 'drao.com' },
    { get: wikidata.get, site },
  )
  expect(recordIn(outcome)).toMatchObject({ name: 'Drao.com', domain: 'drao.example' })
})

test('a website shared by a group finds the company that the others belong to', async () => {
  const wikidata = fakeWikidata('company')
  delete claimsIn(wikidata, 'Q990900002').P749
  expect(await byDomain('harborline.example', wikidata)).toEqual({ kind: 'not_found' })
  expect(recordIn(await byDomain('harborline.example'))).toMatchObject({ name: 'Harborline Instruments' })
})

test('a saved item alone gives the values that it states itself', () => {
  const item = fakeWikidata('company').items.get('Q990900001')
  const outcome = companyWikidata.extract(wikidataPage({ entities: { Q990900001: item } }), {
    domain: 'wikidata.org',
    name: null,
  })
  expect(recordIn(outcome)).toEqual({
    ...harborline,
    description: 'British maker of tide gauges',
    industry: null,
    headquarter: null,
    specialities: [],
  })
})

const broken = ['', '{"entities":', '<!doctype html><title>Wikimedia Error</title>', '[]', '{}']

test.each(broken)(
  'the response %j to any request is a failure, never a record with fewer fields',
  async (body) => {
    const reasons: (string | null)[] = []
    for (let at = 0; at < 5; at += 1) {
      const wikidata = fakeWikidata('company')
      let count = 0
      const get: FakeWikidata['get'] = (url) =>
        count++ === at ? Promise.resolve(wikidataPage(body)) : wikidata.get(url)
      const failed = await byDomain('harborline.example', { ...wikidata, get }).then(
        () => null,
        (thrown: unknown) => (isFailure(thrown) ? thrown.reason : String(thrown)),
      )
      reasons.push(failed)
    }
    expect(reasons).toEqual([...Array(4).fill('page_changed'), null])
  },
)

const social = (domain: string, { get }: FakeWikidata = fakeWikidata('company')) =>
  socialWikidata.find({ domain }, { get, site })

test('profiles are the current ones, each with the address that its network gives it', async () => {
  expect(await social('harborline.example')).toEqual({
    kind: 'found',
    record: {
      domain: 'harborline.example',
      profiles: [
        {
          network: 'linkedin',
          url: 'https://www.linkedin.com/company/harborline-instruments/',
          handle: 'harborline-instruments',
        },
        { network: 'facebook', url: 'https://www.facebook.com/harborline', handle: 'harborline' },
        { network: 'x', url: 'https://x.com/harborline_uk', handle: 'harborline_uk' },
        {
          network: 'instagram',
          url: 'https://www.instagram.com/harborline.tides/',
          handle: 'harborline.tides',
        },
        {
          network: 'youtube',
          url: 'https://www.youtube.com/channel/UCq0w1e2r3t4y5u6i7o8p9a0',
          handle: 'UCq0w1e2r3t4y5u6i7o8p9a0',
        },
        { network: 'tiktok', url: 'https://www.tiktok.com/@harborline', handle: 'harborline' },
        { network: 'github', url: 'https://github.com/harborline', handle: 'harborline' },
        { network: 'telegram', url: 'https://t.me/harborline_news', handle: 'harborline_news' },
        {
          network: 'mastodon',
          url: 'https://social.example/@harborline',
          handle: 'harborline@social.example',
        },
        {
          network: 'bluesky',
          url: 'https://bsky.app/profile/harborline.example',
          handle: 'harborline.example',
        },
      ],
    },
    form: 'wikidata',
    lists: [{ list: 'profiles', shown: 10, read: 10 }],
    source: 'https://www.wikidata.org/wiki/Q990900001',
  })
  expect(recordIn(await social('briana.example'))).toEqual({ domain: 'briana.example', profiles: [] })
})

test('an identifier never leads away from its network', async () => {
  const wikidata = fakeWikidata('company')
  const { claims = [] } = wikidata.items.get('Q990900001') ?? {}
  if (Array.isArray(claims)) throw new Error('no statements')
  const [facebook] = claims.P2013 ?? []
  const [mastodon] = claims.P4033 ?? []
  if (facebook?.mainsnak.datavalue) facebook.mainsnak.datavalue.value = '../../@evil.example/x'
  if (mastodon?.mainsnak.datavalue) mastodon.mainsnak.datavalue.value = 'no address'
  const outcome = await social('harborline.example', wikidata)
  const { profiles } = recordIn(outcome)
  expect(profiles.find(({ network }) => network === 'facebook')?.url).toBe(
    'https://www.facebook.com/..%2F..%2F%40evil.example%2Fx',
  )
  expect(outcome).toMatchObject({ lists: [{ list: 'profiles', shown: 10, read: 9 }] })
})

test.each(['harborline-works.example', 'orla.example', 'briana-sings.example', 'nobody.example'])(
  'no company is found under %s',
  async (domain) => {
    expect(await social(domain)).toEqual({ kind: 'not_found' })
  },
)

const suggest = (beginning: string, { get }: FakeWikidata = fakeWikidata('company')) =>
  suggestWikidata.find({ beginning }, { get, site })

test('suggestions are companies with a website, each domain once', async () => {
  expect(await suggest('harbor')).toEqual({
    kind: 'found',
    record: [
      {
        name: 'Harborline Instruments',
        domain: 'harborline.example',
        logo_url: 'https://commons.wikimedia.org/wiki/Special:FilePath/Harborline_logo_2019.svg',
      },
    ],
    form: 'wikidata',
    lists: [{ list: 'suggestions', shown: 2, read: 2 }],
    source: 'https://www.wikidata.org/w/index.php?search=harbor&ns0=1',
  })
  expect(recordIn(await suggest('o')).map(({ domain }) => domain)).toEqual([
    'oldmill.example',
    'old-mill.example',
  ])
  for (const beginning of ['orla', 'nettle', 'tiny', 'zzzz', 'q990900001'])
    expect(await suggest(beginning), beginning).toEqual({ kind: 'not_found' })
})

test.each(['harborline.ex', 'www.harborline.', 'harborline.example'])(
  'the beginning of a domain, %s, suggests its owner',
  async (beginning) => {
    expect(recordIn(await suggest(beginning)).map(({ domain }) => domain)).toEqual(['harborline.example'])
  },
)

test.each([0, 1, 9, 10, 11, 99, 100, 101, 1000])(
  'of %i companies ten at most are suggested',
  async (count) => {
    const wikidata = fakeWikidata('company')
    wikidata.items.clear()
    const claims = (at: number): Entity['claims'] => ({
      P31: [createClaim({ id: 'Q4830453' })],
      P856: [createClaim(`https://kelp-${at}.example/`)],
    })
    for (let at = 0; at < count; at += 1)
      wikidata.items.set(`Q${at + 1}`, {
        id: `Q${at + 1}`,
        labels: { en: { value: `Kelp ${at}` } },
        aliases: {},
        claims: claims(at),
        sitelinks: {},
      })
    const outcome = await suggest('kelp', wikidata)
    expect(outcome.kind).toBe(count === 0 ? 'not_found' : 'found')
    const domains = count === 0 ? [] : recordIn(outcome).map(({ domain }) => domain)
    expect(domains).toEqual(Array.from({ length: Math.min(10, count) }, (_, at) => `kelp-${at}.example`))
  },
)

const createClaim = (value: unknown): Claim => ({
  mainsnak: { snaktype: 'value', datavalue: { value } },
  rank: 'normal',
})
