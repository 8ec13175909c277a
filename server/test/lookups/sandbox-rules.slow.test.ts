// Rules of the sandbox data, checked on records as callers get them: fields of a record, records of two sites about
// one subject, and dates at two moments must be consistent.
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { sources } from '@quarry/sources'
import { getCompany, listCompanies } from '@quarry/sources/sandbox/companies'
import { listRounds } from '@quarry/sources/sandbox/funding'
import { listPeople } from '@quarry/sources/sandbox/people'
import { beforeAll, describe, expect, test } from 'vitest'
import { neverFilled } from '../support/filled-fields.ts'
import { endpointAt, findRecord, walk, walkedPaths } from '../support/walk-sandbox.ts'

const now = new Date('2026-11-15T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const today = now.toISOString().slice(0, 10)

beforeAll(() => allowLargeDom())

/** Walked once, because several rules check the same records. */
const walked = new Map<string, Promise<unknown[]>>()
function records<R>(path: string): Promise<R[]> {
  const records = walked.get(path) ?? walk<unknown>(path, now)
  walked.set(path, records)
  return records as Promise<R[]>
}

const clockIn = (moment: Date, timezone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
    .format(moment)
    .replace(' ', 'T')

test('the walk covers every endpoint', () => {
  const paths = sources.flatMap(({ endpoints }) => endpoints.map(({ path }) => path))
  expect([...walkedPaths].sort()).toEqual([...paths].sort())
})

test.each(walkedPaths)('every field of %s is sometimes filled', async (path) => {
  expect(neverFilled(endpointAt(path).endpoint.record, await records(path))).toEqual([])
})

type Event = {
  status: string | null
  sales_status: string | null
  locale: string | null
  domain: string
  timezone: string | null
  start_date: string
  start_date_utc: string
  end_date_utc: string
  duration_seconds: number
  category: string | null
  is_online: boolean | null
  venue: { country: string } | null
}
type Found = {
  results: { event_id: string; start_date: string; start_time: string; timezone: string; language: string }[]
}

const countryCodes: Record<string, string> = {
  fr: 'FR',
  es: 'ES',
  'co.uk': 'GB',
  de: 'DE',
  com: 'US',
  'com.mx': 'MX',
  it: 'IT',
  be: 'BE',
  nl: 'NL',
  ca: 'CA',
  ch: 'CH',
  pt: 'PT',
  ie: 'IE',
}

describe('events', () => {
  const events = () => records<Event>('/v2/ticketing/event')

  test('a cancelled or past event is not on sale, and only a past one is completed', async () => {
    const all = await events()
    const isPast = (event: Event) => Date.parse(event.end_date_utc) <= now.getTime()
    const over = all.filter((event) => event.status === 'canceled' || isPast(event))
    expect(over.filter(({ status }) => status === 'canceled').length).toBeGreaterThan(3)
    expect(over.filter(isPast).length).toBeGreaterThan(5)
    for (const event of over) expect(['on_sale', 'sold_out']).not.toContain(event.sales_status)
    for (const event of all) {
      if (event.status === 'completed') expect(isPast(event)).toBe(true)
      if (event.status === 'live' || event.status === 'started') expect(isPast(event)).toBe(false)
    }
    expect(all.filter(({ sales_status }) => sales_status === 'on_sale').length).toBeGreaterThan(50)
  })

  test('a search lists events that start from now on and take place, soonest first', async () => {
    for (const at of [now, later(5 * 60 + 7)]) {
      const starts: string[] = []
      const ids: string[] = []
      for (let page = 1; page <= 4; page++) {
        const found = await findRecord<Found>('/v2/ticketing/search', { domain: 'fr', page }, at)
        for (const { start_date, start_time, timezone, event_id } of found?.results ?? []) {
          expect(`${start_date}T${start_time}:00` > clockIn(at, timezone)).toBe(true)
          starts.push(`${start_date}T${start_time}`)
          ids.push(event_id)
        }
      }
      expect(starts.length).toBe(80)
      expect(starts).toEqual(starts.toSorted())
      for (const id of ids.slice(0, 30)) {
        const event = await findRecord<Event>('/v2/ticketing/event', { query: id }, at)
        expect(['live', null]).toContain(event?.status)
      }
    }
  })

  test('times are plausible in the local time zone, and the same moment in UTC', async () => {
    const zoned = (await events()).filter(({ timezone }) => timezone !== null)
    expect(zoned.length).toBeGreaterThan(100)
    for (const { start_date, start_date_utc, timezone, category } of zoned) {
      expect(clockIn(new Date(start_date_utc), timezone ?? '')).toBe(start_date)
      const hour = Number(start_date.slice(11, 13))
      expect([start_date, hour >= 7 && hour <= 21]).toEqual([start_date, true])
      if (category === 'Business & Professional') expect(hour).toBeLessThanOrEqual(18)
    }
    // The same on days with a daylight saving change, in spring and in autumn.
    for (const at of ['2027-03-27T23:30:00Z', '2026-10-24T23:30:00Z'])
      for (let n = 0; n < 60; n++) {
        const query = String(1_000_000_000_017 + n * 7919)
        const event = await findRecord<Event>('/v2/ticketing/event', { query }, new Date(at))
        expect(event?.start_date.slice(14)).toBe('00:00')
        expect(Number(event?.start_date.slice(11, 13))).toBeGreaterThanOrEqual(7)
      }
  })

  test('time zone, locale and language match the country', async () => {
    for (const { venue, locale, domain, timezone } of await events()) {
      const country = countryCodes[domain]
      if (venue) expect(venue.country).toBe(country)
      expect(locale?.split('_')[1]).toBe(country)
      if (timezone !== null)
        expect(timezone).toMatch(/US|CA|MX/.test(country ?? '') ? /^America\// : /^Europe\//)
    }
    for (const [domain, country] of Object.entries(countryCodes)) {
      const found = await findRecord<Found>('/v2/ticketing/search', { domain }, now)
      for (const { language } of found?.results ?? [])
        expect(language.split('-')[1]).toBe(country.toLowerCase())
    }
  })
})

describe('the press', () => {
  type Profile = { name: string; starts_on: string | null; timeline: { count: number; events: Report[] } }
  type Report = { date: string | null; title: string | null }
  type Round = {
    cards: { timeline: { entities: { properties: { activity_date: string } }[] } }
  }

  test('is never dated in the future, on any site', async () => {
    const events = await records<Profile>('/v2/startupdb/event')
    const collected = events.flatMap(({ timeline }) => timeline.events)
    expect(collected.length).toBeGreaterThan(100)
    for (const { date } of collected) expect(date === null || date <= today).toBe(true)
    const listRounds = await records<Round>('/v2/startupdb/funding_round')
    for (const { cards } of listRounds)
      for (const { properties } of cards.timeline.entities)
        expect(properties.activity_date <= today).toBe(true)
    const news = await records<{ organic_results: { date: string | null }[] }>('/v2/newssearch/news')
    const ages = news.flatMap(({ organic_results }) => organic_results.map(({ date }) => date))
    for (const age of ages) expect(age ?? '1 day ago').toMatch(/ ago$/)
  })

  test('announces future events and reviews past ones', async () => {
    const events = await records<Profile>('/v2/startupdb/event')
    let judged = 0
    for (const { starts_on, timeline } of events)
      for (const { title, date } of timeline.events) {
        if (title === null || date === null || starts_on === null) continue
        const isReview =
          /Notes from|what was said|retenir|ouvre ses|Lo que deja|conclusiones|bleibt|Rückblick/
        expect([title, isReview.test(title)]).toEqual([title, date >= starts_on])
        judged += 1
      }
    expect(judged).toBeGreaterThan(50)
  })
})

describe('classified ads', () => {
  type Ad = {
    list_id: number
    first_publication_date: string | null
    index_date: string | null
    options: Record<string, boolean | null>
  }
  const adCount = 3200
  const adsAt = async (at: Date, count: number): Promise<Ad[]> => {
    const all: Ad[] = []
    for (let offset = 0; offset < count; offset += 100) {
      const params = { limit: 100, offset, sort_by: 'time' }
      all.push(...((await findRecord<{ ads: Ad[] }>('/v2/classifieds/search_api', params, at))?.ads ?? []))
    }
    return all
  }
  const paris = (at: Date) => clockIn(at, 'Europe/Paris').replace('T', ' ')

  test('keep their dates as minutes and days pass, and are never older than sixty days', async () => {
    const first = new Map((await adsAt(now, adCount)).map((ad) => [ad.list_id, ad]))
    expect(first.size).toBe(adCount)
    for (const at of [later(7), later(24 * 60)]) {
      const renewed: Ad[] = []
      for (const ad of await adsAt(at, 800)) {
        const before = first.get(ad.list_id)
        if (ad.index_date !== null && ad.index_date > paris(now)) renewed.push(ad)
        else
          expect([ad.first_publication_date, ad.index_date]).toEqual([
            before?.first_publication_date,
            before?.index_date,
          ])
      }
      // One ad in 27 minutes is published again.
      expect(renewed.length).toBeLessThan((at.getTime() - now.getTime()) / 60_000 / 20 + 2)
    }
    for (const { first_publication_date: published, index_date: listed } of first.values()) {
      if (published === null || listed === null) continue
      expect(published <= listed && listed <= paris(now)).toBe(true)
      expect(published >= paris(later(-60 * 24 * 60 - 65))).toBe(true)
    }
    // Dates are relative to now, so there are always new ads.
    for (const at of [now, later(3 * 60), later(400 * 24 * 60)]) {
      const params = { limit: 1, sort_by: 'time' }
      const newest = await findRecord<{ ads: Ad[] }>('/v2/classifieds/search_api', params, at)
      const date = newest?.ads[0]?.index_date ?? ''
      expect(date > paris(new Date(at.getTime() - 90 * 60_000)) && date <= paris(at)).toBe(true)
    }
  })

  test('have an option if one of the listed options is set, and none otherwise', async () => {
    const all = (await records<{ ads: Ad[] }>('/v2/classifieds/search_api')).flatMap(({ ads }) => ads)
    const seen = new Set<boolean | null>()
    for (const { options } of all) {
      const { has_option, ...others } = options
      const values = Object.values(others)
      seen.add(has_option ?? null)
      if (has_option === false) expect(values).not.toContain(true)
      // The page may not show the option that is set.
      if (has_option === true) expect(values.some((value) => value !== false)).toBe(true)
    }
    expect([...seen]).toEqual(expect.arrayContaining([true, false]))
  })
})

type Supplier = {
  name: string
  tier: string | null
  is_claimed: boolean | null
  is_advertiser: boolean | null
  is_top_responder: boolean | null
  year_founded: string | null
  number_employees: string | null
  personnel?: unknown[] | null
}
type SupplierPage = { results: Supplier[]; company_name_matches: Supplier[] }
type Profile = {
  company_name: string
  founded: number | null
  staff_count: number | null
  employees: unknown[]
  headquarter: { country: string | null } | null
}

describe('companies', () => {
  const suppliers = async () =>
    (await records<SupplierPage>('/v2/supplierdir/search')).flatMap(({ results, company_name_matches }) => [
      ...results,
      ...company_name_matches,
    ])
  const profiles = () => records<Profile>('/v2/socialnet/company/info')

  test('of a higher tier have claimed their entry, and unclaimed entries are not advertised', async () => {
    const collected = (await suppliers()).filter(
      ({ tier, is_claimed }) => tier !== null && is_claimed !== null,
    )
    expect(new Set(collected.map(({ tier }) => tier))).toEqual(
      new Set(['VERIFIED', 'CLAIMED', 'STANDARD', 'PREMIUM']),
    )
    for (const { tier, is_claimed, is_advertiser, is_top_responder } of collected) {
      expect([tier, is_claimed]).toEqual([tier, tier !== 'STANDARD'])
      if (!is_claimed) expect([is_advertiser, is_top_responder]).toEqual([false, null])
    }
  })

  test('never list more people than they employ', async () => {
    let small = 0
    for (const { staff_count, employees } of await profiles()) {
      if (staff_count === null) continue
      expect(employees.length).toBeLessThanOrEqual(staff_count)
      if (staff_count < 4) small += 1
    }
    expect(small).toBeGreaterThan(5)
    for (const { index, staffCount } of listCompanies())
      if (staffCount !== null && staffCount < 12)
        expect(listPeople(index).length).toBeLessThanOrEqual(staffCount)
    for (const { personnel, number_employees } of await suppliers())
      if (personnel && number_employees?.startsWith('1-')) expect(personnel.length).toBeLessThanOrEqual(9)
  })

  test('were founded in the same year on every site, before any funding', async () => {
    const years = new Map((await profiles()).map((profile) => [profile.company_name, profile.founded]))
    const entries = await records<{ name: string; founded: number | null }>('/v2/company')
    const collected = [
      ...entries.map(({ name, founded }) => ({ name, year: founded })),
      ...(await suppliers()).map(({ name, year_founded: year }) => ({
        name,
        year: year === null ? null : Number(year),
      })),
    ]
    const both = collected.filter(({ name, year }) => year !== null && (years.get(name) ?? null) !== null)
    expect(both.length).toBeGreaterThan(10)
    for (const { name, year } of both) expect([name, year]).toEqual([name, years.get(name)])
    for (const { companyIndex, announcedDaysAgo } of listRounds()) {
      const announced = new Date(now.getTime() - announcedDaysAgo * 86_400_000)
      expect(getCompany(companyIndex).founded ?? 0).toBeLessThanOrEqual(announced.getUTCFullYear() - 1)
    }
  })

  test('have their seat in a country where their legal form exists', async () => {
    const seats: Record<string, string[]> = {
      Inc: ['US', 'CA'],
      Ltd: ['GB', 'IE'],
      SAS: ['FR'],
      GmbH: ['DE', 'CH', 'AT'],
      BV: ['NL', 'BE'],
      SL: ['ES'],
    }
    let judged = 0
    for (const { company_name: name, headquarter } of await profiles()) {
      const allowed = seats[name.split(' ').at(-1) ?? '']
      if (!allowed || !headquarter?.country) continue
      expect([name, allowed.includes(headquarter.country)]).toEqual([name, true])
      judged += 1
    }
    expect(judged).toBeGreaterThan(20)
    for (const { name, headquarters } of listCompanies()) {
      const allowed = seats[name.split(' ').at(-1) ?? '']
      if (allowed) expect([name, allowed.includes(headquarters.countryCode)]).toEqual([name, true])
    }
  })

  test('estate agencies have a legal form that matches their owners', async () => {
    type Legal = { legal_form: string | null; is_individual: boolean | null; social_reason: string | null }
    const listings = await records<{ agency: { legal_notice: Legal | null } }>('/v2/realestate_fr/property')
    let judged = 0
    for (const { agency } of listings) {
      const { legal_form: form, is_individual, social_reason: name } = agency.legal_notice ?? {}
      if (form && is_individual !== null && is_individual !== undefined)
        expect([form, is_individual]).toEqual([form, form === 'EI'])
      if (!name?.endsWith('et associés')) continue
      expect(['SASU', 'EURL', 'EI']).not.toContain(form)
      judged += 1
    }
    expect(judged).toBeGreaterThan(10)
  })
})

test('a shoe has the same id in every form of the market', async () => {
  type Shoe = { id: string; slug: string; name: string; sku: string | null; brand: string | null }
  const search = (query: string) => findRecord<Shoe[]>('/v2/sneakermarket/search', { query }, now)
  const ids = new Map<string, Set<string>>()
  const forms = new Map<string, Set<string>>()
  const add = (map: Map<string, Set<string>>, key: string, value: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(value))
  const note = (shoes: readonly Shoe[]) => {
    for (const shoe of shoes) {
      add(ids, shoe.slug, shoe.id)
      // Suggestions contain no brand, lists no colours; nodes contain both.
      const { colorway } = shoe as Shoe & { colorway: string | null }
      add(forms, shoe.slug, shoe.brand === null ? 'suggestions' : colorway === null ? 'list' : 'nodes')
    }
  }
  const some = ((await search('canyon runner')) ?? []).slice(0, 25)
  for (const { slug, name, sku } of some)
    for (const query of [sku ?? '', slug, name, `${name} ${sku}`, `${slug} ${sku}`])
      note((await search(query)) ?? [])
  const inSeveral = [...forms.values()].filter((seen) => seen.size > 1)
  expect(inSeveral.length).toBeGreaterThan(5)
  expect(new Set(inSeveral.flatMap((seen) => [...seen]))).toEqual(new Set(['nodes', 'list', 'suggestions']))
  for (const [slug, seen] of ids) expect([slug, seen.size]).toEqual([slug, 1])
})
