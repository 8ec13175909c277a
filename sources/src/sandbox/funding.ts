// Funding rounds of the last 360 days, with investors and press that are companies and people of the sandbox.
import { createFinder } from './catalogue.ts'
import { type Company, investorIndustry, listCompanies } from './companies.ts'
import { type PersonRef, pickPerson } from './people.ts'
import { countries } from './places.ts'
import { type FundedRound, outlets, writeRoundHeadline } from './press.ts'
import { capitalise } from './prose.ts'
import { createRandom, once, type Random } from './random.ts'
import { splitList } from './words.ts'

export type InvestorRef = { kind: 'organization'; companyIndex: number } | ({ kind: 'person' } & PersonRef)

export type Round = ReturnType<typeof makeRound>

const roundCount = 4000
const windowDays = 360

/** Type, weight and typical amount in millions. The types are those of the specification (4.1). */
const roundTypes =
  splitList(`pre_seed 12 0.5, seed 24 3, series_a 14 12, series_b 8 30, series_c 4 60, series_d 2 110,
  series_e 1.2 160, series_f 0.9 200, series_g 0.7 250, series_h 0.6 300, series_i 0.5 320,
  series_j 0.5 350, series_unknown 7 8, angel 2.5 0.3, private_equity 2.5 80, debt_financing 4 25,
  convertible_note 1.6 1, grant 5 0.8, corporate_round 1.5 15, equity_crowdfunding 1.5 1.2,
  product_crowdfunding 0.7 0.2, secondary_market 0.8 20, post_ipo_equity 2 70, post_ipo_debt 1.2 150,
  post_ipo_secondary 0.6 90, non_equity_assistance 1.4 0.1, initial_coin_offering 0.6 10,
  undisclosed 0.7 5`).map((entry) => {
    const [type = '', weight, millions] = entry.split(' ')
    return [type, Number(weight), Number(millions)] as const
  })

/** All rounds, newest first. */
export const listRounds = once((): readonly Round[] => {
  const investors = listCompanies().filter((company) => company.industry === investorIndustry)
  const funded = listCompanies().filter((company) => company.industry !== investorIndustry)
  return Array.from({ length: roundCount }, (_, index) => makeRound(index, funded, investors)).sort(
    (a, b) => a.announcedDaysAgo - b.announcedDaysAgo || (a.uuid < b.uuid ? -1 : 1),
  )
})

function makeRound(index: number, funded: readonly Company[], investors: readonly Company[]) {
  const random = createRandom('round', index)
  const company = random.pick(funded)
  const [type, , millions] = random.weighted(roundTypes.map((entry) => [entry, entry[1]] as const))
  const title = formatRoundTitle(type)
  const { currency } = countries[company.headquarters.countryCode]
  const uuid = random.uuid()
  const announcedDaysAgo = random.int(0, windowDays - 1)
  const moneyRaised = random.chance(0.22) ? null : roundAmount(millions, random)
  const backers = pickInvestors(random, investors)
  return {
    uuid,
    permalink: `${company.slug}-${type.replaceAll('_', '-')}--${uuid.slice(0, 8)}`,
    name: `${title} - ${company.name}`,
    companyIndex: company.index,
    type,
    announcedDaysAgo,
    moneyRaised,
    currency,
    investors: backers,
    leadInvestors: backers.length > 0 && random.chance(0.6) ? backers.slice(0, random.int(1, 2)) : [],
    pressReferences: pressAbout({ company, title, moneyRaised, currency }, announcedDaysAgo, random),
  }
}

/** `series_a` → `Series A`, `seed` → `Seed Round`. */
export function formatRoundTitle(type: string): string {
  const words = type.split('_').map(capitalise).join(' ').replace('Ipo', 'IPO')
  return /^(?:series_[a-j]|grant|non_equity_assistance|debt_financing|convertible_note)$/.test(type)
    ? words
    : `${words} Round`
}

const roundAmount = (millions: number, random: Random): number => {
  const amount = millions * 1_000_000 * 10 ** ((random.float() - 0.5) * 1.2)
  const step = 10 ** Math.max(3, Math.floor(Math.log10(amount)) - 1)
  return Math.max(step, Math.round(amount / step) * step)
}

function pickInvestors(random: Random, investors: readonly Company[]): InvestorRef[] {
  const count = random.weightedNumber({ 0: 18, 1: 30, 2: 20, 3: 14, 5: 12, 9: 6 })
  return random
    .sample(investors, count)
    .map(({ index }) =>
      random.chance(0.85)
        ? { kind: 'organization', companyIndex: index }
        : { kind: 'person', ...pickPerson(index, random) },
    )
}

function pressAbout(round: FundedRound, announcedDaysAgo: number, random: Random) {
  const count = random.weightedNumber({ 0: 45, 1: 30, 2: 15, 3: 7, 5: 3 })
  return random.sample(outlets, count).map((outlet) => {
    const uuid = random.uuid()
    return {
      uuid,
      title: writeRoundHeadline(round, outlet.language, random),
      outlet,
      // Reports follow the announcement, never precede it, and never lie in the future.
      daysAgo: Math.max(0, announcedDaysAgo - random.weightedNumber({ 0: 70, 1: 20, 4: 10 })),
      path: `/business/${round.company.slug}-${uuid.slice(0, 8)}`,
    }
  })
}

export const findRoundByPermalink = createFinder(listRounds, ({ permalink }) => permalink)
export const findRoundByUuid = createFinder(listRounds, ({ uuid }) => uuid)
