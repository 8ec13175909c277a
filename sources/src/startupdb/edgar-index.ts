// A page of EDGAR's index: which filings there are, by whom and of which form. It lists documents, so that a filing with
// several of them comes several times.
import { type Get, type Page, pageChanged } from '@quarry/kit/outcome'
import { toDate } from '@quarry/kit/read/dates'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { type ListReader, toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asList, asTexts, at } from '@quarry/kit/read/values'
import { type FilingNumber, type IndexSearch, indexUrl } from '../apis/sec-edgar.ts'

export type Hit = FilingNumber & {
  form: string
  filedOn: string
  /** One for an offering and all that is filed about it later; null where the index does not say it. */
  fileNumber: string | null
}

type IndexPage = {
  /** All documents that were found, not only those of the page. */
  total: number
  /** How many the page has. */
  shown: number
  hits: Hit[]
}

/** Throws pageChanged where the page is none of the index, or none of its hits can be read. */
export function readIndex(page: Page, lists: ListReader): IndexPage {
  const answer = page.status === 200 ? jsonAnswer(page.body) : undefined
  const total = toInteger(at(answer, 'hits', 'total', 'value'))
  const entries = at(answer, 'hits', 'hits')
  if (total === null || total < 0 || !Array.isArray(entries))
    throw pageChanged('no page of the index of filings')
  const items = toEntries(entries)
  return { total, shown: items.length, hits: lists.main('documents', items, toHit) }
}

function toHit(item: JsonObject): Hit | null {
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
    fileNumber: asTexts(asList(at(item, '_source', 'file_num')))[0] ?? null,
  }
}

const mostPages = 50
/** Behind so many documents the index answers no more. */
const lastDocument = 10_000

/** All that the index has for a search, as far as a call may ask for its pages. */
export type SearchIndex = (search: IndexSearch) => Promise<{ hits: Hit[]; isWhole: boolean }>

/** For one call: pages that are kept count for nothing. */
export function createSearchIndex(get: Get, lists: ListReader): SearchIndex {
  let left = mostPages
  return async (search) => {
    const hits: Hit[] = []
    let seen = 0
    while (left > 0 && seen < lastDocument) {
      const page = await get(indexUrl(search, seen), { isOptional: true })
      if (!page.isKept) left -= 1
      const { total, shown, hits: read } = readIndex(page, lists)
      hits.push(...read)
      seen += shown
      if (seen >= total) return { hits, isWhole: true }
      if (shown === 0) throw pageChanged('the index of filings ends before its own count')
    }
    return { hits, isWhole: false }
  }
}
