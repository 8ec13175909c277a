// One page of a Brave search as it answers it, and what it says of any result, web page or article.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { collapseSpace, plainText } from '@quarry/kit/read/clean-text'
import { parseDom } from '@quarry/kit/read/dom'
import { emphasised } from '@quarry/kit/read/emphasis'
import { buildForm, hasForm } from '@quarry/kit/read/has-form'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { toDomain, unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asArray, asBoolean, asObject, asText, at } from '@quarry/kit/read/values'
import { type BraveKind, bravePageSize } from './brave.ts'

export type BraveAnswer = {
  items: JsonObject[]
  /** How many the answer says that it shows, where it says so. */
  stated: number
  /** Whether the next page has more. */
  hasMore: boolean
}

export function readBraveAnswer(page: Page, kind: BraveKind): BraveAnswer {
  const answer = asObject(jsonAnswer(page.body))
  if (!answer || answer.type !== (kind === 'web' ? 'search' : 'news') || !asObject(answer.query))
    throw pageChanged(`brave: the answer is no search of ${kind}`)
  // A search that found no page has no part for pages.
  const list = kind === 'web' ? (answer.web === undefined ? [] : at(answer.web, 'results')) : answer.results
  if (!Array.isArray(list)) throw pageChanged(`brave: the results of ${kind} are no list`)
  const items = toEntries(list)
  // Only web searches say it; of news a whole page is all there is to tell by.
  const said = asBoolean(at(answer.query, 'more_results_available'))
  const order = asArray(at(answer.mixed, 'main'))
  return {
    items,
    stated: kind === 'web' ? order.filter((entry) => at(entry, 'type') === 'web').length : 0,
    hasMore: said ?? items.length >= bravePageSize[kind],
  }
}

export type BraveResult = {
  title: string
  link: string
  domain: string | null
  displayed_link: string | null
  snippet: string | null
  snippet_matched: string[]
}

const resultForm = {
  ...buildForm('text', ['title', 'url', 'description', 'age']),
  meta_url: buildForm('text', ['netloc', 'hostname', 'path']),
}

/** The parts that pages and articles have; null where the title or the address is missing, or a text is none. */
export function readBraveResult(item: JsonObject, base: string): BraveResult | null {
  if (!hasForm(item, resultForm)) return null
  const name = plainText(asText(item.title) ?? '')
  const link = unwrapLink(asText(item.url) ?? '', base)
  if (name === null || link === null) return null
  const told = asText(item.description) ?? ''
  return {
    title: name,
    link,
    domain: toDomain(link),
    displayed_link: shownLink(asObject(item.meta_url)),
    snippet: plainText(told),
    snippet_matched: told.includes('<') ? emphasised(parseDom(told)) : [],
  }
}

/** The host and the way to the page, which comes with arrows: `site.example › guides › pumps`. */
function shownLink(parts: JsonObject | null): string | null {
  const host = asText(parts?.netloc) ?? asText(parts?.hostname)
  return host === null ? null : collapseSpace(`${host} ${asText(parts?.path) ?? ''}`)
}
