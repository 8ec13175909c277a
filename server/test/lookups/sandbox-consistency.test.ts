// The sandbox data of one company is consistent over all sources: profile, funding rounds, news, directory entry and
// e-mail pattern.
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await sharedApp()
  secret = (await app.account({ bonus_credits: 100_000 })).secret
})

async function get<T>(path: string): Promise<T> {
  const response = await app.call(secret, path)
  expect(response.status, `${path}: ${await response.clone().text()}`).toBe(200)
  return (await response.json()) as T
}

type Rounds = {
  total: number
  results: { funded_organization_identifier: { value: string; permalink: string; uuid: string } }[]
}
type Profile = {
  company_name: string
  website: string | null
  founded: number | null
  staff_count: number | null
  headquarter: { city: string } | null
}
type Entry = { name: string; domain: string; founded: number | null; headquarter: { city: string } }

test('funded companies have a matching profile, directory entry, news and e-mail pattern', async () => {
  const { results } = await get<Rounds>('/v2/startupdb/funding_rounds?days_since_announcement=60')
  const funded = [
    ...new Map(results.map(({ funded_organization_identifier: one }) => [one.permalink, one])).values(),
  ].slice(0, 8)
  expect(funded.length).toBeGreaterThan(4)
  let patterns = 0
  let articles = 0
  for (const { value, permalink } of funded) {
    const profile = await get<Profile>(`/v2/socialnet/company/info?query=${permalink}`)
    expect(profile.company_name).toBe(value)
    // Some profiles have no website; sandbox companies use their own name as domain.
    const domain =
      profile.website === null
        ? `${permalink}.example`
        : new URL(profile.website).hostname.replace(/^www\./, '')
    const entry = await get<Entry>(`/v2/company?query=${domain}`)
    expect([entry.name, entry.domain]).toEqual([value, domain])
    if (profile.founded !== null && entry.founded !== null) expect(entry.founded).toBe(profile.founded)
    if (profile.headquarter && entry.headquarter.city)
      expect(entry.headquarter.city).toBe(profile.headquarter.city)
    if (profile.website !== null)
      expect((await get<Profile>(`/v2/socialnet/company/info?domain=${domain}`)).company_name).toBe(value)
    const pattern = await app.call(secret, `/v2/company/email_pattern?query=${domain}`)
    if (pattern.status === 200) patterns += 1
    const news = await get<{ organic_results: { title: string }[] }>(
      `/v2/newssearch/news?query=${encodeURIComponent(`"${value}"`)}`,
    )
    if (news.organic_results.length > 0) articles += 1
  }
  expect(patterns).toBe(funded.length)
  expect(articles).toBe(funded.length)
})

test('the rounds of one company are found by its id, and the total matches', async () => {
  const { results } = await get<Rounds>('/v2/startupdb/funding_rounds?days_since_announcement=360')
  const one = results[0]?.funded_organization_identifier
  const own = await get<Rounds>(
    `/v2/startupdb/funding_rounds?days_since_announcement=360&funded_organization_identifier=${one?.uuid}`,
  )
  expect(own.results.length).toBe(own.total)
  expect(own.results.every((round) => round.funded_organization_identifier.uuid === one?.uuid)).toBe(true)
})
