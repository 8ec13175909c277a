// Funding rounds of the last days as companies told the U.S. register of them: sales of unregistered securities (Form D)
// and crowdfunding (Form C). Funds are left out, investors are never named.
import { found, type Outcome, type Page } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import {
  type FilingDays,
  type IndexSearch,
  indexPage,
  indexUrl,
  parseFilingUrl,
  readFilerUuid,
  secEdgar,
} from '../../apis/sec-edgar.ts'
import { readAnswerDate } from '../../apis/sec-edgar-pages.ts'
import { type Filing, readFiling } from '../edgar-filing.ts'
import { summaryOf } from '../edgar-round.ts'
import { walkFilings } from '../edgar-walk.ts'
import { daysBefore, registerDay, windowsBack } from '../edgar-windows.ts'
import { type RoundsQuery, type RoundsRecord, roundsPerPage } from '../funding-rounds-record.ts'
import type { InvestmentType } from '../investment-types.ts'

export const secEdgarFundingRounds = provider<RoundsQuery, RoundsRecord>({
  api: secEdgar,
  example: { days_since_announcement: 7 },
  find,
  extract,
  // A saved filing is a round whatever was asked for.
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
  // Nothing that is filed names an investor, or tells a type that no form has: there is nothing to look for.
  if (query.investor !== null || cik === null || forms.length === 0)
    return found({ total: 0, results: [] }, { form: 'sec-edgar', source: indexPage({ forms: allForms }) })
  const search: IndexSearch = { forms, ...(cik === undefined ? {} : { cik }) }
  // Asked without days for the moment of its answer: the register's day counts, and a run has no clock.
  const today = registerDay(readAnswerDate(await get(indexUrl(search))))
  const days = { from: daysBefore(today, query.days), to: today }
  const end = query.page * roundsPerPage
  const walk = {
    searches: cik === undefined ? searchesBack(search, days) : [{ ...search, days }],
    isWanted: (filing: Filing) => isAsked(filing, query, cik),
    most: end,
  }
  const { rounds, reading } = await walkFilings(walk, get)
  const results = rounds
    .slice(end - roundsPerPage, end)
    .map(({ filing, hit }) => summaryOf(filing, hit.accession))
  return found({ total: rounds.length, results }, { ...reading, source: indexPage({ ...search, days }) })
}

function* searchesBack(search: IndexSearch, days: FilingDays): Generator<IndexSearch> {
  for (const window of windowsBack(days)) yield { ...search, days: window }
}

/** An offering of several issuers is the round of the first. */
const isAsked = (filing: Filing, { type }: RoundsQuery, cik: string | undefined): boolean =>
  (type === null || filing.type === type) && (cik === undefined || filing.cik === cik)

function extract(page: Page): Outcome<RoundsRecord> {
  const filing = readFiling(page)
  const number = parseFilingUrl(new URL(page.url))
  const results = filing === 'other' || filing.isFund || !number ? [] : [summaryOf(filing, number.accession)]
  return found({ total: results.length, results }, { form: 'sec-edgar' })
}
