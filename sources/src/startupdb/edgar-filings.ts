// Fetches the filings of a list, several at once: as many as a call may ask for, and all that are kept.
import type { Get, Page } from '@quarry/kit/outcome'
import { filingUrl } from '../apis/sec-edgar.ts'
import type { Hit } from './edgar-index.ts'

const mostFilings = 200
/** Enough to use up the pace of the register, whatever time its answers take. */
const readers = 6

/** Whether all of them could be fetched; each is handed over when it comes. */
export type FetchFilings = (hits: readonly Hit[], note: (hit: Hit, page: Page) => void) => Promise<boolean>

/** For one call. */
export function createFetchFilings(get: Get): FetchFilings {
  let left = mostFilings
  return async (hits, note) => {
    const waiting = [...hits]
    let failure: unknown
    const read = async () => {
      while (left > 0 && failure === undefined) {
        const hit = waiting.shift()
        if (!hit) return
        left -= 1
        try {
          const page = await get(filingUrl(hit), { isOptional: true })
          if (page.isKept) left += 1
          note(hit, page)
        } catch (thrown) {
          failure ??= thrown
        }
      }
    }
    await Promise.all(Array.from({ length: readers }, read))
    if (failure !== undefined) throw failure
    return waiting.length === 0
  }
}
