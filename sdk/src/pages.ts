// Iterates over paged lists: lists with a cursor item by item, and lookups page by page, because each page is billed.
import type { Result } from './result.ts'

type Page = Record<string, unknown> & { next_cursor: string | null }

/** Yields every item of a list. A short or empty page is not necessarily the last one. */
export async function* readListItems<T>(
  read: (cursor: string | undefined) => Promise<unknown>,
): AsyncGenerator<T, void, undefined> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = (await read(cursor)) as Page
    // A page has exactly one array, its items.
    yield* (Object.values(page).find(Array.isArray) ?? []) as T[]
    cursor = page.next_cursor
  }
}

/** The forms in which records state their pagination. */
type Pagination = {
  current?: number | null
  page?: number | null
  next?: unknown
  has_next_page?: boolean | null
  total_pages?: number | null
}

/**
 * How a lookup selects the next page: a parameter with the page number, a query parameter within the URL of another
 * parameter (`query.page_number`), or a parameter with the number of items to skip in a list (`offset+ads`).
 */
export type PageNumber = 'page' | `${string}.${string}` | `${string}+${string}`

export async function* readPages<T>(
  read: (params: Record<string, unknown>) => Promise<Result<T>>,
  params: Record<string, unknown>,
  place: PageNumber,
): AsyncGenerator<Result<T>, void, undefined> {
  const [offset = '', list] = place.split('+')
  if (list !== undefined) return yield* readOffsets(read, params, offset, list)
  for (let number = Number(params.page ?? 1), isFirst = true; ; isFirst = false) {
    const result: Result<T> = await read(isFirst ? params : numbered(params, place, number))
    yield result
    const { pagination } = result.data as { pagination?: Pagination | null }
    // For a record without pagination, x-record-partial says that more pages follow.
    const next = pagination ? findNextPage(pagination) : result.meta.isPartial ? number + 1 : null
    if (next === null) return
    number = next
  }
}

/** Ends at a page without items. */
async function* readOffsets<T>(
  read: (params: Record<string, unknown>) => Promise<Result<T>>,
  params: Record<string, unknown>,
  offset: string,
  list: string,
): AsyncGenerator<Result<T>, void, undefined> {
  for (let skipped = Number(params[offset] ?? 0); ; ) {
    const result = await read({ ...params, [offset]: skipped })
    const items = (result.data as Record<string, unknown[] | undefined>)[list]?.length ?? 0
    if (items === 0) return
    yield result
    skipped += items
  }
}

function findNextPage(pagination: Pagination): number | null {
  const { has_next_page: hasNext, next, total_pages: total } = pagination
  const current = pagination.current ?? pagination.page
  if (typeof current !== 'number') return null
  const goesOn = hasNext ?? (next === undefined ? current < (total ?? 0) : next !== null)
  return goesOn ? current + 1 : null
}

function numbered(
  params: Record<string, unknown>,
  place: PageNumber,
  number: number,
): Record<string, unknown> {
  const [parameter = '', name] = place.split('.')
  if (name === undefined) return { ...params, [parameter]: number }
  const address = new URL(absolute(String(params[parameter])))
  address.searchParams.set(name, String(number))
  return { ...params, [parameter]: address.href }
}

/** The server also accepts URLs without a scheme. */
const absolute = (address: string): string => (/^https?:\/\//i.test(address) ? address : `https://${address}`)
