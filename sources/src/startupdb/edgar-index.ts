// Searches EDGAR's index of filings. It lists documents, so a filing with several documents is listed several times. It
// has no reliable order, so a range of days is searched day by day, from the newest back. A weekend, when the register
// takes no filings, belongs to its Friday.
import { type Get, type Page, pageChanged } from '@quarry/kit'
import { toDate } from '@quarry/kit/read/dates'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { type ListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asList, asTexts, at } from '@quarry/kit/read/values'
import {
  dailyIndexUrl,
  type FilingDays,
  type IndexSearch,
  indexUrl,
  readDailyIndex,
} from '../apis/sec-edgar.ts'

export type Hit = NonNullable<ReturnType<typeof toHit>>

/** `total` counts the documents of all pages, `shown` those of this one. Throws pageChanged if no hit can be read. */
export function readIndex(page: Page, lists: ListReader): { total: number; shown: number; hits: Hit[] } {
  const response = page.status === 200 ? jsonAnswer(page.body) : undefined
  const total = toInteger(at(response, 'hits', 'total', 'value'))
  const entries = at(response, 'hits', 'hits')
  if (total === null || total < 0 || !Array.isArray(entries))
    throw pageChanged('no page of the index of filings')
  const items = toEntries(entries)
  return { total, shown: items.length, hits: lists.main('documents', items, toHit) }
}

function toHit(item: JsonObject) {
  const read = (name: string) => asTexts([at(item, '_source', name)])[0] ?? ''
  const [accession, form, filedOn] = [read('adsh'), read('form'), toDate(read('file_date'))]
  const cik = asTexts(at(item, '_source', 'ciks'))[0] ?? ''
  if (!/^\d{10}-?\d{2}-?\d{6}$/.test(accession) || !/^\d{1,10}$/.test(cik) || form === '' || filedOn === null)
    return null
  return {
    accession: accession.replaceAll('-', ''),
    cik: cik.padStart(10, '0'),
    form,
    filedOn,
    /** The number of the offering, the same on all filings about it; null if the index does not state it. */
    fileNumber: asTexts(asList(at(item, '_source', 'file_num')))[0] ?? null,
  }
}

const maxPages = 40
/** The index shows no documents after this one. */
const lastDocument = 10_000

/** For one call: searches the index page by page, until all pages of the call are used up. */
export function createSearchIndex(get: Get, lists: ListReader) {
  let pagesLeft = maxPages
  return async (search: IndexSearch): Promise<{ hits: Hit[]; isWhole: boolean }> => {
    const hits: Hit[] = []
    let position = 0
    while (pagesLeft > 0 && position < lastDocument) {
      const page = await get(indexUrl(search, position), { isOptional: true })
      if (!page.isKept) pagesLeft -= 1
      const index = readIndex(page, lists)
      hits.push(...index.hits)
      position += index.shown
      if (index.total === 0) return { hits: await listDay(search, get), isWhole: true }
      if (position >= index.total) return { hits, isWhole: true }
      if (index.shown === 0) throw pageChanged('the index of filings ends before its own count')
    }
    return { hits, isWhole: false }
  }
}

/**
 * The filings of a day by the register's own list, for a day of which the index has nothing: it has lost whole families
 * of forms before. Empty on days without filings, and until the list is published in the evening.
 */
async function listDay({ days, cik, forms }: IndexSearch, get: Get): Promise<Hit[]> {
  if (!days || cik !== undefined) return []
  const day = toFilingDay(days.to)
  if (day < days.from) return []
  // The archive answers 403 for a missing file.
  const page = await get(dailyIndexUrl(day), { isOptional: true, readsStatuses: [403] })
  if (page.status !== 200) return []
  const entries = readDailyIndex(page.body).filter(({ form }) => forms.includes(form))
  return entries.map((entry) => ({ ...entry, fileNumber: null }))
}

const dayMs = 24 * 3_600_000
const inNewYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })

/** The date in New York, where the register is. */
export const toRegisterDay = (moment: Date): string => inNewYork.format(moment)

export const subtractDays = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

/** The Friday of a weekend; any other day is itself. */
function toFilingDay(day: string): string {
  const weekday = new Date(day).getUTCDay()
  return subtractDays(day, weekday === 6 ? 1 : weekday === 0 ? 2 : 0)
}

/** The windows from `last` back to `first`, without gaps. */
export function* listWindows({ from: first, to: last }: FilingDays): Generator<FilingDays> {
  for (let to = last; to >= first; ) {
    const start = toFilingDay(to)
    const from = start < first ? first : start
    yield { from, to }
    to = subtractDays(from, 1)
  }
}
