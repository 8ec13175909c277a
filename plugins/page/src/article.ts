// `/v2/page/article`: a news story, a blog post or another text, with its main text.
import { asList } from '@quarry/kit/read/values'
import { integer, list, nullable, object, text } from '@quarry/kit/schema'
import { pageEndpoint } from './page-endpoint.ts'
import { readCanonical, readTitle } from './read/basics.ts'
import { findItems } from './read/find-items.ts'
import { readMainText } from './read/main-text.ts'
import type { PageData } from './read/page-data.ts'
import { fromItems, type Picker } from './read/picker.ts'
import { toText, toTexts } from './read/values.ts'
import * as story from './story-fields.ts'

const record = object({
  url: text('https://news.page.example/harbour-bridge-reopens', { format: 'uri' }),
  title: story.title,
  author: nullable(text('Ines Moreau, Tom Hale')),
  authors: list(text('Ines Moreau')),
  published_at: story.published_at,
  modified_at: story.modified_at,
  description: story.description,
  image: story.image,
  publisher: story.publisher,
  section: nullable(text('Local')),
  keywords: list(text('bridge')),
  language: story.language,
  text: nullable(text('The harbour bridge opened to traffic on Saturday morning.')),
  word_count: nullable(integer(412)),
})

/** The fields of an article without its main text, which takes most of the time. */
export function readArticle(data: PageData, picker: Picker) {
  const reader = { data, items: findItems(data, 'Article'), picker }
  const isArticle = reader.items.length > 0 || /^article/i.test(data.meta('og:type') ?? '')
  const { items } = reader
  const { authors, fields } = story.readStory(reader)
  return {
    isArticle,
    fields: {
      url: readCanonical(reader) ?? data.url,
      title: readTitle(reader),
      ...fields,
      authors,
      section: picker.pick<string>(...fromItems(items, (node) => toText(node.articleSection)), [
        'open-graph',
        () => data.meta('article:section'),
      ]),
      keywords: picker.pickList<string>(
        ...items.map(({ form, node }) => [form, () => splitKeywords(node.keywords)] as const),
        ['open-graph', () => data.metaList('article:tag')],
        ['meta', () => splitKeywords(data.meta('keywords', 'news_keywords'))],
      ),
    },
  }
}

const maxKeywords = 50

/** Keywords as a list, or as one text with commas. */
export const splitKeywords = (value: unknown): string[] =>
  asList(value)
    .flatMap((one) => toTexts(one))
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .slice(0, maxKeywords)

export const article = pageEndpoint({
  name: 'article',
  summary: 'Article of a page',
  description: 'A news story, a blog post or another text: who wrote it, when, and its main text.',
  example: 'https://news.page.example/article/json-ld-1',
  record,
  read(data, picker) {
    const { isArticle, fields } = readArticle(data, picker)
    const body = readMainText(data)
    if (fields.title === null || (!isArticle && body === null)) return null
    const main = picker.pick<string>(['text', () => body])
    return { ...fields, title: fields.title, text: main, word_count: main === null ? null : countWords(main) }
  },
})

const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0
