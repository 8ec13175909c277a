// One funding round from EDGAR: by its permalink, its UUID, or the address of a filing.
import {
  found,
  type Get,
  type Io,
  notFound,
  type Outcome,
  type Page,
  pageChanged,
  provider,
} from '@quarry/kit'
import { createListReader } from '@quarry/kit/read/list-reader'
import {
  dashAccession,
  type FilingNumber,
  filingPage,
  filingUrl,
  filingUuid,
  indexUrl,
  parseFilingUrl,
  readFilingUuid,
  secEdgar,
} from '../../apis/sec-edgar.ts'
import { type Filing, readFiling, toRound } from '../edgar-filing.ts'
import { readIndex } from '../edgar-index.ts'
import type { EntityQuery } from '../entity.ts'
import type { RoundRecord } from '../round-records.ts'

export const secEdgarFundingRound = provider<EntityQuery, RoundRecord>({
  api: secEdgar,
  addressHosts: ['www.sec.gov', 'sec.gov'],
  address({ url }) {
    const number = parseFilingUrl(url)
    return number && { permalink: filingUuid(number) }
  },
  addressForm: 'the URL of a filing (/Archives/edgar/data/<cik>/<accession>/…)',
  example: { query: 'https://www.sec.gov/Archives/edgar/data/1860300/000173907421000007/primary_doc.xml' },
  inputs: {
    query:
      'The permalink or the UUID of the round, as the list of rounds gives them, or the address of a filing: `https://www.sec.gov/Archives/edgar/data/<cik>/<accession>/…`.',
  },
  cannotAnswer: ({ permalink }) =>
    parsePermalink(permalink) === null
      ? 'must be the permalink (<name>--<accession number>), the UUID or the URL of a filing in EDGAR'
      : null,
  find,
  extract: (page) => readRound(page, parseFilingUrl(new URL(page.url))),
})

/** Null for the permalinks of other sites. Only a UUID contains the CIK, the filer's number. */
function parsePermalink(permalink: string): { accession: string; cik: string | null } | null {
  const accession = /^.{1,180}--(\d{18})$/.exec(permalink)?.[1]
  return accession === undefined ? readFilingUuid(permalink) : { accession, cik: null }
}

async function find({ permalink }: EntityQuery, { get }: Io): Promise<Outcome<RoundRecord>> {
  const parsed = parsePermalink(permalink)
  if (!parsed) return notFound
  const { accession } = parsed
  // An accession number begins with the number of the sender, which often is the filer.
  const guess = { accession, cik: parsed.cik ?? accession.slice(0, 10) }
  const page = await get(filingUrl(guess), readsForbidden)
  if (!isMissing(page)) return readFirst(page, guess, get)
  const number = parsed.cik === null ? await searchFiling(accession, get) : null
  if (number === null || number.cik === guess.cik) return notFound
  return readFirst(await get(filingUrl(number)), number, get)
}

/** The archive may answer 403 for a filing that does not exist. */
const readsForbidden = { readsStatuses: [403] }

const isMissing = ({ status }: Page): boolean => status === 403 || status === 404 || status === 410

/** Finds the filer by the accession number, which every page of the filing has. */
async function searchFiling(accession: string, get: Get): Promise<FilingNumber | null> {
  const year = 2000 + Number(accession.slice(10, 12))
  const search = {
    forms: ['C', 'C-U', 'D'],
    phrase: dashAccession(accession),
    // The first filings of a year may have a number of the year before.
    days: { from: `${year}-01-01`, to: `${year + 1}-01-31` },
  }
  const { hits } = readIndex(await get(indexUrl(search)), createListReader('sec-edgar'))
  const hit = hits.find((candidate) => candidate.accession === accession)
  return hit ? { accession, cik: hit.cik } : null
}

const maxAmendments = 10

/** A round is identified by the filing that began it; the requested filing may be an amendment of it. */
async function readFirst(page: Page, number: FilingNumber, get: Get): Promise<Outcome<RoundRecord>> {
  if (isMissing(page)) return notFound
  const latest = readFiling(page)
  if (latest === 'other') return notFound
  let [first, accession] = [latest, number.accession]
  for (let n = 0; n < maxAmendments && first.amends !== null; n += 1) {
    const before = { accession: first.amends, cik: first.cik }
    const amended = await get(filingUrl(before), readsForbidden)
    const filing = isMissing(amended) ? 'other' : readFiling(amended)
    if (filing === 'other') break
    ;[first, accession] = [filing, before.accession]
  }
  return toOutcome(first, { accession, cik: number.cik }, latest)
}

function readRound(page: Page, number: FilingNumber | null): Outcome<RoundRecord> {
  const filing = readFiling(page)
  if (number === null) throw pageChanged('the address is not that of a filing')
  return filing === 'other' ? notFound : toOutcome(filing, number, filing)
}

// Decision: no endpoint lists a fund as a round.
const toOutcome = (first: Filing, number: FilingNumber, latest: Filing): Outcome<RoundRecord> =>
  latest.isFund
    ? notFound
    : found(toRound(first, number.accession, latest), { form: 'sec-edgar', source: filingPage(number) })
