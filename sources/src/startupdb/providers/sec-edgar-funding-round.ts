// One funding round by the filing that told of it: its permalink, its UUID, or the address of the filing.
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
import { roundOf } from '../edgar-round.ts'
import type { EntityQuery } from '../entity-query.ts'
import type { RoundRecord } from '../funding-round-record.ts'

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
    askedOf(permalink) === null
      ? {
          parameter: 'query',
          problem:
            'must be the permalink (<name>--<accession number>), the UUID or the URL of a filing in EDGAR',
        }
      : null,
  find,
  extract: (page) => readRound(page, parseFilingUrl(new URL(page.url))),
})

type Asked = { accession: string; cik: string | null; phrase: string }

/** Null for the permalinks of other sites. */
function askedOf(permalink: string): Asked | null {
  const [, slug, accession] = /^(.{1,180})--(\d{18})$/.exec(permalink) ?? []
  if (slug !== undefined && accession !== undefined) return { accession, cik: null, phrase: phraseIn(slug) }
  const number = readFilingUuid(permalink)
  return number && { ...number, phrase: '' }
}

/** The longest run of words: single letters are what is left of `O'Hara's` and `U.S.`, which are indexed as one word. */
function phraseIn(slug: string): string {
  const runs = slug.replaceAll('-', ' ').split(/(?:^| )\S(?= |$)/)
  return runs.reduce((longest, run) => (run.trim().length > longest.length ? run.trim() : longest), '')
}

async function find({ permalink }: EntityQuery, { get }: Io): Promise<Outcome<RoundRecord>> {
  const asked = askedOf(permalink)
  if (!asked) return notFound
  const { accession, phrase } = asked
  // Many file for themselves: their own number is what the accession number begins with.
  const supposed = { accession, cik: asked.cik ?? accession.slice(0, 10) }
  const page = await get(filingUrl(supposed))
  if (!isMissing(page)) return readFirst(page, supposed, get)
  const number = asked.cik === null ? await lookUp(accession, phrase, get) : null
  if (number === null || number.cik === supposed.cik) return notFound
  return readFirst(await get(filingUrl(number)), number, get)
}

const isMissing = ({ status }: Page): boolean => status === 404 || status === 410

const forms = ['C', 'C-U', 'D']
const mostPages = 10

/** Who filed it, by the name in the permalink and the year in the accession number; null where nobody did. */
async function lookUp(accession: string, phrase: string, get: Get): Promise<FilingNumber | null> {
  const year = 2000 + Number(accession.slice(10, 12))
  // The first filings of a year may have been numbered in the one before.
  const search = { forms, phrase, days: { from: `${year}-01-01`, to: `${year + 1}-01-31` } }
  const lists = createListReader('sec-edgar')
  let seen = 0
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { hits, shown, total } = readIndex(await get(indexUrl(search, seen)), lists)
    const hit = hits.find((candidate) => candidate.accession === accession)
    if (hit) return { accession, cik: hit.cik }
    seen += shown
    if (shown === 0 || seen >= total) return null
  }
  throw new Failure('upstream_failed', 'too many filings have the words of the permalink; its UUID is exact')
}

const mostAmendments = 10

/** A round is known by the filing that began it; the one that was asked for may tell later news of it. */
async function readFirst(page: Page, number: FilingNumber, get: Get): Promise<Outcome<RoundRecord>> {
  if (isMissing(page)) return notFound
  const latest = readFiling(page)
  if (latest === 'other') return notFound
  let [first, accession] = [latest, number.accession]
  for (let n = 0; n < mostAmendments && first.amends !== null; n += 1) {
    const before = { accession: first.amends, cik: first.cik }
    const amended = await get(filingUrl(before))
    const filing = isMissing(amended) ? 'other' : readFiling(amended)
    if (filing === 'other') break
    ;[first, accession] = [filing, before.accession]
  }
  return answer(first, { accession, cik: number.cik }, latest)
}

function readRound(page: Page, number: FilingNumber | null): Outcome<RoundRecord> {
  const filing = readFiling(page)
  if (number === null) throw pageChanged('the address is none of a filing')
  return filing === 'other' ? notFound : answer(filing, number, filing)
}

// Decision: funds are no rounds, wherever they are asked for.
const answer = (first: Filing, number: FilingNumber, latest: Filing): Outcome<RoundRecord> =>
  latest.isFund
    ? notFound
    : found(roundOf(first, number.accession, latest), { form: 'sec-edgar', source: filingPage(number) })
