// Funding rounds of the last days, from filings in the U.S. register: sales of unregistered securities (Form D) and
// crowdfunding (Form C). Funds are left out, and investors are never named.
import { found, type Io, type Outcome, type Page, provider } from '@quarry/kit'
import { readAnswerDate } from '@quarry/kit/read/answer-date'
import {
  type FilingDays,
  type IndexSearch,
  indexPage,
  indexUrl,
  parseFilingUrl,
  readFilerUuid,
  secEdgar,
} from '../../apis/sec-edgar.ts'
import { type Filing, readFiling, toSummary } from '../edgar-filing.ts'
import { listWindows, subtractDays, toRegisterDay } from '../edgar-index.ts'
import { walkFilings } from '../edgar-walk.ts'
import { type InvestmentType, type RoundsQuery, type RoundsRecord, roundsPerPage } from '../round-records.ts'

export const secEdgarFundingRounds = provider<RoundsQuery, RoundsRecord>({
  api: secEdgar,
  example: { days_since_announcement: 7 },
  find,
  extract,
  // A saved filing is a round whatever the parameters.
  paramsFromUrl: () => ({}),
})

const allForms = ['C', 'C-U', 'D']
const formsByType: Partial<Record<InvestmentType, readonly string[]>> = {
  equity_crowdfunding: ['C', 'C-U'],
  series_unknown: ['D'],
  debt_financing: ['D'],
  convertible_note: ['D'],
}

async function find(query: RoundsQuery, { get }: Io): Promise<Outcome<RoundsRecord>> {
  const forms = query.type === null ? allForms : (formsByType[query.type] ?? [])
  const cik = query.organization === null ? undefined : readFilerUuid(query.organization)
  // Filings name no investors, and some types are on no form: then there is nothing to search for.
  if (query.investor !== null || cik === null || forms.length === 0)
    return found({ total: 0, results: [] }, { form: 'sec-edgar', source: indexPage({ forms: allForms }) })
  const search: IndexSearch = { forms, ...(cik === undefined ? {} : { cik }) }
  // This request only serves to read the date of its response: the register's day counts, and `find` has no clock.
  const today = toRegisterDay(readAnswerDate(await get(indexUrl(search))))
  const days = { from: subtractDays(today, query.days), to: today }
  const end = query.page * roundsPerPage
  const walk = {
    searches: cik === undefined ? listSearches(search, days) : [{ ...search, days }],
    // An offering of several issuers is the round of the first.
    isMatch: (filing: Filing) =>
      (query.type === null || filing.type === query.type) && (cik === undefined || filing.cik === cik),
    maxRounds: end,
  }
  const { rounds, reading } = await walkFilings(walk, get)
  const results = rounds
    .slice(end - roundsPerPage, end)
    .map(({ filing, hit }) => toSummary(filing, hit.accession, hit.filedOn))
  return found({ total: rounds.length, results }, { ...reading, source: indexPage({ ...search, days }) })
}

function* listSearches(search: IndexSearch, days: FilingDays): Generator<IndexSearch> {
  for (const window of listWindows(days)) yield { ...search, days: window }
}

function extract(page: Page): Outcome<RoundsRecord> {
  const filing = readFiling(page)
  const number = parseFilingUrl(new URL(page.url))
  const results =
    filing === 'other' || filing.isFund || !number ? [] : [toSummary(filing, number.accession, null)]
  return found({ total: results.length, results }, { form: 'sec-edgar' })
}
