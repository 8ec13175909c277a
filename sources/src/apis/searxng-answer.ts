// One page of a SearXNG search as its instance answers it, and what it says of any result, web page or article.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { buildForm, hasForm } from '@quarry/kit/read/has-form'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { toDomain, unwrapLink } from '@quarry/kit/read/unwrap-link'
import { asArray, asList, asObject, asText, asTexts } from '@quarry/kit/read/values'

export type SearxngAnswer = {
  items: JsonObject[]
  /** The engines that the instance asked in vain, each with why: few answers have none. */
  silent: string[]
}

export function readSearxngAnswer(page: Page): SearxngAnswer {
  const answer = asObject(jsonAnswer(page.body))
  if (!Array.isArray(answer?.results))
    throw pageChanged('the instance did not answer with the JSON of a search')
  return {
    items: toEntries(answer.results),
    silent: asArray(answer.unresponsive_engines).map((engine) => asTexts(asList(engine)).join(': ')),
  }
}

export type SearxngResult = {
  title: string
  link: string
  domain: string | null
  displayed_link: string | null
  snippet: string | null
  snippet_matched: string[]
}

const resultForm = {
  ...buildForm('text', ['title', 'url', 'content', 'pretty_url', 'engine', 'metadata']),
  // Engines write it as they like.
  publishedDate: 'scalar',
} as const

/** The parts that results of all categories have; null where the title or the address is missing, or a text is none. */
export function readSearxngResult(item: JsonObject, base: string): SearxngResult | null {
  if (!hasForm(item, resultForm)) return null
  const title = asText(item.title)
  const url = asText(item.url)
  const link = url === null ? null : unwrapLink(url, base)
  if (title === null || link === null) return null
  return {
    title,
    link,
    domain: toDomain(link),
    displayed_link: asText(item.pretty_url),
    snippet: asText(item.content),
    // An instance marks the words of the query only on its pages.
    snippet_matched: [],
  }
}
