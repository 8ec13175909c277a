// One funding round from EDGAR: by its permalink, its UUID, or the address of a filing.
import { Failure } from '@quarry/kit/errors'
import { found, type Get, notFound, type Outcome, type Page, pageChanged } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import { createListReader } from '@quarry/kit/read/list-reader'
import {
  type FilingNumber,
  filingPage,
  filingUrl,
  filingUuid,
  indexUrl,
  parseFilingUrl,
  readFilingUuid,
  secEdgar,
} from '../../apis/sec-edgar.ts'
import { type Filing, readFiling } from '../edgar-filing.ts'
import { readIndex } from '../edgar-index.ts'
import { toRound } from '../edgar-round.ts'
import type { EntityQuery } from '../entity-query.ts'
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
      ? {
          parameter: 'query',
          problem:
            'must be the permalink (<name>--<accession number>), the UUID or the URL of a filing in EDGAR',
        }
      : null,
  find,
  extract: (page) => readRound(page, parseFilingUrl(new URL(page.url))),
})

/** Null for the permalinks of other sites. Only a UUID contains the CIK, the filer's number. */
function parsePermalink(permalink: string): { accession: string; cik: string | null; phrase: string } | null {
  const [, slug, accession] = /^(.{1,180})--(\d{18})$/.exec(permalink) ?? []
  if (slug !== undefined && accession !== undefined) return { accession, cik: null, phrase: findPhrase(slug) }
  const number = readFilingUuid(permalink)
  return number && { ...number, phrase: '' }
}

/** The longest run of words without single letters: those come from `O'Hara's` or `U.S.`, which the index has as one word. */
function findPhrase(slug: string): string {
  const runs = slug.replaceAll('-', ' ').split(/(?:^| )\S(?= |$)/)
  return runs.reduce((longest, run) => (run.trim().length > longest.length ? run.trim() : longest), '')
}

async function find({ permalink }: EntityQuery, { get }: Io): Promise<Outcome<RoundRecord>> {
  const parsed = parsePermalink(permalink)
  if (!parsed) return notFound
  const { accession, phrase } = parsed
  // An accession number begins with the number of the sender, which often is the filer.
  const guess = { accession, cik: parsed.cik ?? accession.slice(0, 10) }
  const page = await get(filingUrl(guess))
  if (!isMissing(page)) return readFirst(page, guess, get)
  const number = parsed.cik === null ? await searchFiling(accession, phrase, get) : null
  if (number === null || number.cik === guess.cik) return notFound
  return readFirst(await get(filingUrl(number)), number, get)
}

const isMissing = ({ status }: Page): boolean => status === 404 || status === 410

const forms = ['C', 'C-U', 'D']
const maxPages = 10

/** Finds the filer by the name in the permalink and the year in the accession number. */
async function searchFiling(accession: string, phrase: string, get: Get): Promise<FilingNumber | null> {
  const year = 2000 + Number(accession.slice(10, 12))
  // The first filings of a year may have a number of the year before.
  const search = { forms, phrase, days: { from: `${year}-01-01`, to: `${year + 1}-01-31` } }
  const lists = createListReader('sec-edgar')
  let position = 0
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { hits, shown, total } = readIndex(await get(indexUrl(search, position)), lists)
    const hit = hits.find((candidate) => candidate.accession === accession)
    if (hit) return { accession, cik: hit.cik }
    position += shown
    if (shown === 0 || position >= total) return null
  }
  throw new Failure('upstream_failed', 'too many filings have the words of the permalink; its UUID is exact')
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
    const amended = await get(filingUrl(before))
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

// Decision: a fund is no round in any endpoint.
const toOutcome = (first: Filing, number: FilingNumber, latest: Filing): Outcome<RoundRecord> =>
  latest.isFund
    ? notFound
    : found(toRound(first, number.accession, latest), { form: 'sec-edgar', source: filingPage(number) })
