// The sandbox data is consistent: every reference resolves, the same in both directions, in any process and on any
// day.
import { createHash } from 'node:crypto'
import * as companyWorld from '@quarry/sources/sandbox/companies'
import { findConference, listConferences } from '@quarry/sources/sandbox/conferences'
import { addDays, addMinutes, formatDay } from '@quarry/sources/sandbox/dates'
import { findRoundByPermalink, findRoundByUuid, listRounds } from '@quarry/sources/sandbox/funding'
import { listArticles, listArticlesAbout } from '@quarry/sources/sandbox/news'
import { countPeople, getPerson, listPeople } from '@quarry/sources/sandbox/people'
import { listPlaces, makePostalCode } from '@quarry/sources/sandbox/places'
import { createRandom } from '@quarry/sources/sandbox/random'
import { afterEach, describe, expect, test, vi } from 'vitest'

const {
  listCompanies,
  getCompany,
  findCompanyByDomain,
  findCompanyBySlug,
  findCompanyBySocialId,
  findCompanyByUuid,
} = companyWorld

const roundTypes =
  `pre_seed seed series_a series_b series_c series_d series_e series_f series_g series_h series_i
  series_j series_unknown angel private_equity debt_financing convertible_note grant corporate_round
  equity_crowdfunding product_crowdfunding secondary_market post_ipo_equity post_ipo_debt post_ipo_secondary
  non_equity_assistance initial_coin_offering undisclosed`.split(/\s+/)

const unique = (values: readonly unknown[]) => expect(new Set(values).size).toBe(values.length)

async function digestOfNewWorld(inReverse: boolean): Promise<string> {
  vi.resetModules()
  const world = [
    (await import('@quarry/sources/sandbox/companies')).listCompanies,
    (await import('@quarry/sources/sandbox/funding')).listRounds,
    (await import('@quarry/sources/sandbox/conferences')).listConferences,
    (await import('@quarry/sources/sandbox/news')).listArticles,
  ]
  const parts = inReverse ? world.map((part) => part).reverse() : world
  const json = parts.map((part) => JSON.stringify(part()))
  return createHash('sha256')
    .update((inReverse ? json.reverse() : json).join())
    .digest('hex')
}

describe('the sandbox data', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  test('is the same in any order of creation, on any day and in any time zone', async () => {
    const first = await digestOfNewWorld(false)
    vi.useFakeTimers({ now: new Date('2031-07-01T23:59:59Z'), toFake: ['Date'] })
    vi.stubEnv('TZ', 'Pacific/Auckland')
    expect(await digestOfNewWorld(true)).toBe(first)
  })

  test('contains the companies that the documentation mentions', () => {
    expect(
      listCompanies()
        .slice(0, 5)
        .map((company) => company.slug),
    ).toMatchInlineSnapshot(`
      [
        "pluello",
        "junorra-ventures",
        "meruma-software",
        "lumvia-finance",
        "fenmont",
      ]
    `)
  })

  test('is created quickly (printed, not asserted: machines differ)', async () => {
    vi.resetModules()
    const { listArticles: newArticles } = await import('@quarry/sources/sandbox/news')
    const startMs = performance.now()
    const count = newArticles().length
    console.info(`the whole world with ${count} articles: ${Math.round(performance.now() - startMs)} ms`)
    expect(count).toBeGreaterThan(5500)
  })
})

describe('companies', () => {
  test('number 3,000 and are found by slug, domain, id and social id', () => {
    expect(listCompanies()).toHaveLength(3000)
    for (const company of listCompanies()) {
      expect(getCompany(company.index)).toBe(company)
      expect(findCompanyBySlug(company.slug)).toBe(company)
      expect(findCompanyByDomain(company.domain)).toBe(company)
      expect(findCompanyByDomain(`www.${company.domain}`)).toBe(company)
      expect(findCompanyByUuid(company.uuid)).toBe(company)
      expect(findCompanyBySocialId(company.socialId)).toBe(company)
    }
    expect(findCompanyBySlug('no-such-company')).toBeUndefined()
    expect(findCompanyBySlug('__proto__')).toBeUndefined()
    expect(findCompanyByDomain(getCompany(0).slug)).toBeUndefined()
    expect(() => getCompany(3000)).toThrow(RangeError)
  })

  test('refer only to companies that exist, and never to themselves', () => {
    for (const { index, similar, affiliated, industry } of listCompanies()) {
      unique(similar)
      for (const other of similar) expect(getCompany(other).industry).toBe(industry)
      for (const other of affiliated) expect(getCompany(other).affiliated).toContain(index)
      expect([...similar, ...affiliated]).not.toContain(index)
    }
  })

  test('vary like real ones: each optional field is present for most and absent for some', () => {
    const parts = [
      'website',
      'founded',
      'staffCount',
      'tagline',
      'description',
      'followerCount',
      'logoPath',
    ] as const
    for (const part of parts) {
      const absent = listCompanies().filter((company) => company[part] === null).length
      expect(absent, part).toBeGreaterThan(10)
      expect(absent, part).toBeLessThan(1000)
    }
    for (const part of ['specialities', 'similar', 'affiliated', 'socialProfiles'] as const) {
      const absent = listCompanies().filter((company) => company[part].length === 0).length
      expect(absent, part).toBeGreaterThan(10)
      expect(absent, part).toBeLessThan(2600)
    }
    expect(listCompanies().some((company) => company.headquarters.line1 === null)).toBe(true)
    expect(listCompanies().some((company) => company.offices.length > 3)).toBe(true)
  })

  test('have every size class of staff', () => {
    for (const [least, most] of [
      [1, 10],
      [11, 50],
      [51, 200],
      [201, 500],
      [501, 1000],
      [1001, 5000],
      [5001, 10_000],
      [10_001, 1e9],
    ] as const)
      expect(
        listCompanies().some(({ staffCount }) => staffCount && staffCount >= least && staffCount <= most),
      ).toBe(true)
  })

  test('are complete among the first forty', () => {
    for (const company of listCompanies().slice(0, 40)) {
      expect(Object.values(company)).not.toContain(null)
      expect(Object.values(company.headquarters)).not.toContain(null)
      expect(company.similar.length).toBeGreaterThan(3)
    }
  })

  test('are located in cities of their country', () => {
    for (const { offices } of listCompanies())
      for (const office of offices)
        expect(listPlaces().some((p) => p.city === office.city && p.countryCode === office.countryCode)).toBe(
          true,
        )
  })
})

describe('rounds', () => {
  test('fall on every one of the last 360 days, newest first', () => {
    const days = listRounds().map((round) => round.announcedDaysAgo)
    expect(days).toEqual([...days].sort((a, b) => a - b))
    expect(new Set(days)).toEqual(new Set(Array.from({ length: 360 }, (_, day) => day)))
  })

  test('are of every type and are found by permalink and id', () => {
    expect(new Set(listRounds().map((round) => round.type))).toEqual(new Set(roundTypes))
    unique(listRounds().map((round) => round.uuid))
    for (const round of listRounds()) {
      expect(findRoundByPermalink(round.permalink)).toBe(round)
      expect(findRoundByUuid(round.uuid)).toBe(round)
    }
  })

  test('belong to companies and investors that exist', () => {
    for (const round of listRounds()) {
      expect(round.permalink.startsWith(getCompany(round.companyIndex).slug)).toBe(true)
      for (const lead of round.leadInvestors) expect(round.investors).toContain(lead)
      for (const investor of round.investors) {
        expect(getCompany(investor.companyIndex).industry).toBe(companyWorld.investorIndustry)
        if (investor.kind === 'person')
          expect(investor.personIndex).toBeLessThan(countPeople(investor.companyIndex))
      }
    }
    for (const kind of ['organization', 'person'])
      expect(listRounds().some((round) => round.investors.some((investor) => investor.kind === kind))).toBe(
        true,
      )
    expect(listRounds().some((round) => round.investors.length === 0)).toBe(true)
    expect(listRounds().some((round) => round.moneyRaised === null)).toBe(true)
  })
})

describe('conferences', () => {
  test('are past and upcoming, with unique permalinks', () => {
    expect(listConferences()).toHaveLength(300)
    unique(listConferences().map((conference) => conference.permalink))
    for (const conference of listConferences()) expect(findConference(conference.permalink)).toBe(conference)
    expect(listConferences().some((conference) => conference.startsInDays < -30)).toBe(true)
    expect(listConferences().some((conference) => conference.startsInDays > 30)).toBe(true)
  })

  test('refer to people and companies that exist', () => {
    for (const { speakers, sponsors, exhibitors, contestants } of listConferences()) {
      for (const speaker of speakers)
        expect(speaker.personIndex).toBeLessThan(countPeople(speaker.companyIndex))
      for (const index of [...sponsors, ...exhibitors, ...contestants])
        expect(getCompany(index).index).toBe(index)
    }
    const speaker = listConferences().flatMap((conference) => conference.speakers)[0]
    if (!speaker) throw new Error('no conference has a speaker')
    expect(getPerson(speaker)).toEqual(listPeople(speaker.companyIndex)[speaker.personIndex])
  })
})

describe('articles', () => {
  test('are in the past, newest first, in four languages, each with a unique id', () => {
    const ages = listArticles().map((article) => article.publishedMinutesAgo)
    expect(ages).toEqual([...ages].sort((a, b) => a - b))
    expect(ages[0]).toBeGreaterThan(0)
    unique(listArticles().map((article) => article.uuid))
    expect(new Set(listArticles().map((article) => article.outlet.language))).toEqual(
      new Set(['en', 'fr', 'es', 'de']),
    )
    for (const { outlet, path } of listArticles()) {
      expect(outlet.domain).toMatch(/\.example$/)
      expect(URL.canParse(`https://www.${outlet.domain}${path}`)).toBe(true)
    }
  })

  test('include every press reference of every round, about the same company', () => {
    const byUuid = new Map(listArticles().map((article) => [article.uuid, article]))
    for (const round of listRounds())
      for (const press of round.pressReferences) {
        expect(byUuid.get(press.uuid)).toMatchObject({ title: press.title, companyIndex: round.companyIndex })
        expect(press.daysAgo).toBeLessThanOrEqual(round.announcedDaysAgo)
      }
  })

  test('are found by the company they are about', () => {
    const about = listArticles().filter((article) => article.companyIndex !== null)
    expect(listCompanies().reduce((sum, company) => sum + listArticlesAbout(company.index).length, 0)).toBe(
      about.length,
    )
    expect(listArticlesAbout(-1)).toEqual([])
  })
})

describe('places', () => {
  test('have valid time zones, coordinates and postal codes, and unique names', () => {
    expect(listPlaces().length).toBeGreaterThanOrEqual(120)
    unique(listPlaces().map((place) => `${place.countryCode} ${place.slug}`))
    for (const place of listPlaces()) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: place.timezone })).not.toThrow()
      expect(Math.abs(place.lat)).toBeLessThan(90)
      expect(Math.abs(place.lng)).toBeLessThan(180)
      expect(place.departmentCode !== null).toBe(place.countryCode === 'FR')
      expect(makePostalCode(place, createRandom(place.city))).not.toMatch(/[#@]/)
      if (place.departmentCode)
        expect(makePostalCode(place, createRandom(place.city))).toMatch(
          new RegExp(`^${place.departmentCode}\\d{3}$`),
        )
    }
  })
})

describe('dates', () => {
  test('move with the current time', () => {
    const round = listRounds()[100]
    if (!round) throw new Error('no round')
    const on = (now: string) => formatDay(addDays(new Date(now), -round.announcedDaysAgo))
    expect(
      new Date(on('2026-03-01T12:00:00Z')).getTime() - new Date(on('2025-03-01T12:00:00Z')).getTime(),
    ).toBe(365 * 86_400_000)
    expect(formatDay(addDays(new Date('2024-03-01T00:00:00Z'), -1))).toBe('2024-02-29')
    expect(addMinutes(new Date('2026-01-01T00:00:00Z'), -5).toISOString()).toBe('2025-12-31T23:55:00.000Z')
  })
})
