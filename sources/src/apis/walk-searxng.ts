// The results of a SearXNG search from the first page on. Its pages have no fixed size, so an offset can only be reached
// by walking; a result that comes again on a later page counts once.
import { Failure } from '@quarry/kit/errors'
import type { Get, Page, Reading } from '@quarry/kit/outcome'
import { createListReader } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { type SearxngSearch, searxngUrl } from './searxng.ts'
import { readSearxngAnswer } from './searxng-answer.ts'

/** More pages than any engine behind an instance gives. */
const mostPages = 100

const form = 'searxng'
const list = 'organic_results'

type ReadItem<T> = (item: JsonObject, page: Page) => T | null

/** All results that were read, in the order in which they came. */
export type Walked<T> = { known: T[]; reading: Reading }

export type Walk<T> = {
  search: SearxngSearch
  /** The walk goes on until so many results are known, or the instance has no more. */
  wanted: number
  /** How many of them are skipped: a walk that is cut short before is a failure, never an empty answer. */
  skipped: number
  readItem: ReadItem<T>
}

export async function fetchSearxng<T extends { link: string }>(walk: Walk<T>, get: Get): Promise<Walked<T>> {
  const { search, wanted, skipped, readItem } = walk
  const lists = createListReader(form)
  const known = new Map<string, T>()
  let cut: Failure | null = null
  for (let number = 1; known.size < wanted; number += 1) {
    if (number > mostPages) {
      cut = new Failure('upstream_failed', `the results asked for lie behind the first ${mostPages} pages`)
      break
    }
    const page = await get(searxngUrl(search, number))
    const { items, silent } = readSearxngAnswer(page)
    const before = known.size
    const readPage = number === 1 ? lists.main : lists.side
    for (const result of readPage(list, items, (item) => readItem(item, page)))
      if (!known.has(result.link)) known.set(result.link, result)
    if (known.size > before) continue
    // Engines that have no further page repeat their last one; those that could not be asked say nothing of the end.
    if (items.length === 0 && silent.length > 0) cut = enginesSilent(silent)
    break
  }
  if (cut && known.size <= skipped) throw cut
  return { known: [...known.values()], reading: { ...lists.counted(), ...(cut ? { isPartial: true } : {}) } }
}

/** The results of one page that was saved, as if it were the first. */
export function readSearxngPage<T>(page: Page, readItem: ReadItem<T>): Walked<T> {
  const lists = createListReader(form)
  const { items, silent } = readSearxngAnswer(page)
  if (items.length === 0 && silent.length > 0) throw enginesSilent(silent)
  return { known: lists.main(list, items, (item) => readItem(item, page)), reading: lists.counted() }
}

const shownEngines = 5

/** Nothing was found because nobody looked. */
const enginesSilent = (silent: readonly string[]): Failure =>
  new Failure(
    'upstream_failed',
    `no engine of the instance answered (${silent.slice(0, shownEngines).join(', ').slice(0, 300)})`,
  )
