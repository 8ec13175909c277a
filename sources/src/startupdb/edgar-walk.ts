// Reads filings from the newest back, as far as one call may: the index of a day, then each of its filings. What is
// final comes from the store and counts for nothing, so that each call reaches further back than the one before.
import { isFailure } from '@quarry/kit/errors'
import { type Get, type Page, pageChanged, type Reading } from '@quarry/kit/outcome'
import { createListReader } from '@quarry/kit/read/list-reader'
import type { IndexSearch } from '../apis/sec-edgar.ts'
import { type Filing, readFiling } from './edgar-filing.ts'
import { createFetchFilings } from './edgar-filings.ts'
import { createSearchIndex, type Hit } from './edgar-index.ts'
import { createOfferings } from './edgar-offerings.ts'

export type Round = { hit: Hit; filing: Filing }

export type Walk = {
  /** From the newest days back; the next search is begun when all of one is read. */
  searches: Iterable<IndexSearch>
  isWanted: (filing: Filing) => boolean
  /** The walk ends where it has more rounds. */
  most: number
}

export async function walkFilings(
  { searches, isWanted, most }: Walk,
  get: Get,
): Promise<{ rounds: Round[]; reading: Reading }> {
  const lists = createListReader('sec-edgar')
  const searchIndex = createSearchIndex(get, lists)
  const fetchFilings = createFetchFilings(get)
  const offerings = createOfferings()
  const rounds = new Map<string, Round>()
  const count = { shown: 0, read: 0 }
  let isPartial = false

  function note(hit: Hit, page: Page): void {
    count.shown += 1
    for (const filing of lists.side('filings', [page], readOrNull)) {
      count.read += 1
      if (filing === 'other' || filing.isFund || !isWanted(filing)) continue
      rounds.set(hit.accession, { hit, filing })
      rounds.delete(offerings.replacedBy(hit) ?? '')
    }
  }

  try {
    for (const search of searches) {
      const { hits, isWhole } = rounds.size <= most ? await searchIndex(search) : nothing
      const isRead = await fetchFilings(offerings.toRead(hits), note)
      if (isWhole && isRead) continue
      isPartial = true
      break
    }
  } catch (thrown) {
    // What was read before the register had enough of us, or the call no more time, is an answer, if not all of it.
    if (!isFailure(thrown) || thrown.reason !== 'upstream_paced' || count.read === 0) throw thrown
    isPartial = true
  }
  if (count.read === 0 && count.shown > 0) throw pageChanged(`none of ${count.shown} filings could be read`)
  isPartial ||= count.read < count.shown || rounds.size > most
  return {
    rounds: [...rounds.values()].sort(newestFirst),
    reading: { ...lists.counted(), ...(isPartial ? { isPartial } : {}) },
  }
}

const nothing = { hits: [], isWhole: false }

function readOrNull(page: Page): Filing | 'other' | null {
  try {
    return page.status === 200 ? readFiling(page) : null
  } catch (thrown) {
    if (isFailure(thrown)) return null
    throw thrown
  }
}

/** Where the index tells days only, the order is that of the accession numbers. */
const newestFirst = ({ hit: a }: Round, { hit: b }: Round): number =>
  a.filedOn === b.filedOn ? compare(b.accession, a.accession) : compare(b.filedOn, a.filedOn)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
