// A window of the results of a Brave search, whose offsets count pages: the pages that hold it are read, mostly one.
// A result keeps the place that its page gives it, so that windows side by side neither repeat a result nor lose one.
import { isUrl } from '@quarry/kit/is-url'
import type { Get, Page, Reading } from '@quarry/kit/outcome'
import { createListReader } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { type BraveSearch, bravePageSize, braveReach, braveSearchPage, braveUrl } from './brave.ts'
import { type BraveAnswer, readBraveAnswer } from './brave-answer.ts'

type ReadItem<T> = (item: JsonObject, page: Page) => T | null

export type BraveWindow<T> = {
  search: BraveSearch
  /** The first place, counted from 0, and how many. */
  from: number
  size: number
  /** Whether it matters if there is something behind the window: then the page that would have it is read too. */
  looksBehind?: true
  readItem: ReadItem<T>
}

/** `known` is the place behind the last result that is known to be there, 0 where none is. */
export type BraveResults<T> = { results: T[]; known: number; reading: Reading }

type ReadPage = BraveAnswer & { page: Page; start: number }

export async function fetchBrave<T>(window: BraveWindow<T>, get: Get): Promise<BraveResults<T>> {
  const { search, from, size, looksBehind } = window
  const pageSize = bravePageSize[search.kind]
  const end = Math.min(from + size + (looksBehind ? 1 : 0), braveReach(search.kind))
  const pages: ReadPage[] = []
  for (let start = from - (from % pageSize); start < end; start += pageSize) {
    const page = await get(braveUrl(search, start / pageSize))
    const answer = readBraveAnswer(page, search.kind)
    pages.push({ ...answer, page, start })
    if (!answer.hasMore) break
  }
  return cutWindow(window, pages)
}

/** The window as far as one page that was saved has it. */
export function readSavedBrave<T>(window: BraveWindow<T>, page: Page): BraveResults<T> {
  const { kind } = window.search
  const start = placeInBrave(page.url) * bravePageSize[kind]
  return cutWindow(window, [{ ...readBraveAnswer(page, kind), page, start }])
}

/** The number of the page that an address of the interface asks for. */
export function placeInBrave(url: string): number {
  const offset = isUrl(url) ? toInteger(new URL(url).searchParams.get('offset')) : null
  return Math.max(0, offset ?? 0)
}

/** What an address of the interface searches for; the words are the address itself where it names none. */
export const wordsOfBrave = (url: string): string =>
  (isUrl(url) ? new URL(url).searchParams.get('q')?.trim() : '') || url

function cutWindow<T>(
  { search, from, size, readItem }: BraveWindow<T>,
  pages: readonly ReadPage[],
): BraveResults<T> {
  const lists = createListReader('brave')
  const results = pages.flatMap(({ items, stated, page, start }) => {
    const first = Math.max(0, from - start)
    const wanted = items.slice(first, Math.max(first, from + size - start))
    // Of a page that says it has results and shows none, none could be read.
    const missing = items.length === 0 ? stated : 0
    return lists.main('organic_results', wanted, (item) => readItem(item, page), missing)
  })
  const last = pages.findLast(({ items }) => items.length > 0)
  // Neither a page with fewer results than its places nor the last that it gives is the end of what it found.
  const ends = pages.map(({ hasMore, items, start }) =>
    hasMore ? start + items.length : Number.POSITIVE_INFINITY,
  )
  const isShort = ends.some((place, at) => place < Math.min(from + size, pages[at + 1]?.start ?? from + size))
  return {
    results,
    known: last ? last.start + last.items.length : 0,
    reading: { ...lists.counted(), source: braveSearchPage(search), ...(isShort ? { isPartial: true } : {}) },
  }
}
