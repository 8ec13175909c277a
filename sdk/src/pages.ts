// Lists that come page by page, as one stream: those with a cursor item by item, lookups with numbered pages page by
// page, since each of those is a call that is billed.
import type { Result } from './result.ts'

type Page = Record<string, unknown> & { next_cursor: string | null }

/** Every item of a list; a page may be short, or empty, and still have one behind it. */
export async function* readItems<T>(
  read: (cursor: string | undefined) => Promise<unknown>,
): AsyncGenerator<T, void, undefined> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = (await read(cursor)) as Page
    // A page holds its items and where to go on, and nothing else that is a list.
    yield* (Object.values(page).find(Array.isArray) ?? []) as T[]
    cursor = page.next_cursor
  }
}

/** As the records of different sources state it. */
type Pagination = {
  current?: number | null
  page?: number | null
  next?: unknown
  has_next_page?: boolean | null
  total_pages?: number | null
}

/**
 * Where a lookup takes the next page: a parameter with its number, a name in the address that another parameter holds
 * (`query.page_number`), or a parameter that counts skipped items of a list (`offset+ads`).
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
    // A record without pagination says with x-record-partial that more follows.
    const next = pagination ? findNextPage(pagination) : result.meta.isPartial ? number + 1 : null
    if (next === null) return
    number = next
  }
}

/** Ends with a page that has no items. */
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

/** The server takes addresses without a scheme, too. */
const absolute = (address: string): string => (/^https?:\/\//i.test(address) ? address : `https://${address}`)
