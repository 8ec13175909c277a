// Lists the pages that one lookup fetches, in order, each with the request that it answers.
import type { RequestOptions } from '@quarry/kit/outcome'
import type { Site } from '@quarry/kit/site'
import { type FetchedPage, type GetPage, toFetchedPage, toPageHead } from '../../fetching/fetched-page.ts'
import { chooseTurnOwner, type WaitingAccounts } from '../../platform/lib/fair-slots.ts'
import { loopTurns } from '../../platform/lib/turns.ts'

export type RecordedPage = {
  url: string
  asking: RequestOptions | undefined
  page: FetchedPage
  /** When it arrived, by `performance.now()`. */
  atMs: number
}

/** Pages are named by the domain of the site that they come from. */
export function recordPages(get: GetPage, site: Site, waiters: WaitingAccounts) {
  const pages: RecordedPage[] = []
  return {
    pages,
    async get(url: string, asking?: RequestOptions) {
      const fetched = await get(url, asking)
      const domain = site.findDomain(fetched.url)
      const page =
        domain === null ? fetched : toFetchedPage({ ...toPageHead(fetched), domain }, fetched.pieces)
      // A page from the network has already waited for its turn on the event loop.
      if (page.isKept) await loopTurns.next(chooseTurnOwner(waiters))
      pages.push({ url, asking, page, atMs: performance.now() })
      return page
    },
  }
}
