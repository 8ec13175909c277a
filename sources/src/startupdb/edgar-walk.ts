// Reads filings from the newest back, as far as one call may: the index of a day, then each of its filings. Stored
// final pages do not count towards the limit, so each call reaches further back than the one before.
import { type Get, isFailure, type Page, pageChanged, type Reading } from '@quarry/kit'
import { createListReader } from '@quarry/kit/read/list-reader'
import { filingUrl, type IndexSearch } from '../apis/sec-edgar.ts'
import { type Filing, readFiling } from './edgar-filing.ts'
import { createSearchIndex, type Hit } from './edgar-index.ts'

export type Round = { hit: Hit; filing: Filing }

export type Walk = {
  /** From the newest days back; the next one starts when all filings of one are read. */
  searches: Iterable<IndexSearch>
  isMatch: (filing: Filing) => boolean
  /** The walk ends as soon as it has more. */
  maxRounds: number
}

/** What the register's rate limit allows in the time of a call. */
const maxFilings = 60
const concurrentRequests = 2

export async function walkFilings(
  { searches, isMatch, maxRounds }: Walk,
  get: Get,
): Promise<{ rounds: Round[]; reading: Reading }> {
  const lists = createListReader('sec-edgar')
  const searchIndex = createSearchIndex(get, lists)
  const offerings = createOfferings()
  const rounds = new Map<string, Round>()
  const budget = { filings: maxFilings }
  const count = { fetched: 0, read: 0 }
  let isPartial = false

  function addRound(hit: Hit, page: Page): void {
    count.fetched += 1
    for (const filing of lists.side('filings', [page], readFilingOrNull)) {
      count.read += 1
      if (filing === 'other' || filing.isFund || !isMatch(filing)) continue
      rounds.set(hit.accession, { hit, filing })
      rounds.delete(offerings.findReplaced(hit) ?? '')
    }
  }

  try {
    for (const search of searches) {
      const { hits, isWhole } =
        rounds.size <= maxRounds ? await searchIndex(search) : { hits: [], isWhole: false }
      const isRead = await fetchFilings(get, offerings.selectNew(hits), budget, addRound)
      if (isWhole && isRead) continue
      isPartial = true
      break
    }
  } catch (thrown) {
    // If the rate limit or the call's time is used up, the filings read so far are a partial response.
    if (!isFailure(thrown) || thrown.reason !== 'upstream_paced' || count.read === 0) throw thrown
    isPartial = true
  }
  if (count.read === 0 && count.fetched > 0)
    throw pageChanged(`none of ${count.fetched} filings could be read`)
  isPartial ||= count.read < count.fetched || rounds.size > maxRounds
  return {
    rounds: [...rounds.values()].sort(compareNewestFirst),
    reading: { ...lists.counted(), ...(isPartial ? { isPartial } : {}) },
  }
}

/** Fetches filings concurrently until the call's budget is used up. Returns whether it fetched all of them. */
async function fetchFilings(
  get: Get,
  hits: readonly Hit[],
  budget: { filings: number },
  onPage: (hit: Hit, page: Page) => void,
): Promise<boolean> {
  const queue = [...hits]
  let failure: unknown
  const fetchNext = async () => {
    while (budget.filings > 0 && failure === undefined) {
      const hit = queue.shift()
      if (!hit) return
      budget.filings -= 1
      try {
        const page = await get(filingUrl(hit), { isOptional: true })
        if (page.isKept) budget.filings += 1
        onPage(hit, page)
      } catch (thrown) {
        failure ??= thrown
      }
    }
  }
  await Promise.all(Array.from({ length: concurrentRequests }, fetchNext))
  if (failure !== undefined) throw failure
  return queue.length === 0
}

function readFilingOrNull(page: Page): Filing | 'other' | null {
  try {
    return page.status === 200 ? readFiling(page) : null
  } catch (thrown) {
    if (isFailure(thrown)) return null
    throw thrown
  }
}

/**
 * Selects the filings that begin a round. Amendments add no round to a list. A progress update of a crowdfunding (C-U)
 * represents its round if the filing that began it (C) is older than the days that are read.
 */
function createOfferings() {
  const accessions = new Set<string>()
  const begunOfferings = new Set<string>()
  const updates = new Map<string, string>()

  function isNew(hit: Hit): boolean {
    if (accessions.has(hit.accession)) return false
    accessions.add(hit.accession)
    if (hit.form === 'D' || hit.form === 'C') return true
    const offering = toOffering(hit)
    if (hit.form !== 'C-U' || begunOfferings.has(offering) || updates.has(offering)) return false
    updates.set(offering, hit.accession)
    return true
  }

  return {
    selectNew(hits: readonly Hit[]): Hit[] {
      for (const hit of hits) if (hit.form === 'C') begunOfferings.add(toOffering(hit))
      return hits.toSorted((a, b) => b.filedOn.localeCompare(a.filedOn)).filter(isNew)
    },
    /** The accession number of the update that represented the round until now. */
    findReplaced: (hit: Hit): string | null =>
      hit.form === 'C' ? (updates.get(toOffering(hit)) ?? null) : null,
  }
}

/** All filings about an offering have its number; without one, an issuer is assumed to have one offering at a time. */
const toOffering = ({ fileNumber, cik }: Hit): string => fileNumber ?? cik

/** The index states only the day, so filings of the same day are ordered by accession number. */
const compareNewestFirst = ({ hit: a }: Round, { hit: b }: Round): number =>
  b.filedOn.localeCompare(a.filedOn) || b.accession.localeCompare(a.accession)
