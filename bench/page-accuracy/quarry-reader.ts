// The page plugin and plain linked data as readers of saved pages.
import { isFailure, type Page } from '@quarry/kit'
import { filterByType, jsonLd } from '@quarry/kit/read/json-ld'
import { linkedImage, linkedName, linkedWord } from '@quarry/kit/read/linked-values'
import { asList, asText, at } from '@quarry/kit/read/values'
import { readArticle } from '../../plugins/page/src/article.ts'
import { readEvent } from '../../plugins/page/src/event.ts'
import { readMetadata } from '../../plugins/page/src/metadata.ts'
import { readProduct } from '../../plugins/page/src/product.ts'
import { readMainText } from '../../plugins/page/src/read/main-text.ts'
import { readPageData } from '../../plugins/page/src/read/page-data.ts'
import { createPicker } from '../../plugins/page/src/read/picker.ts'
import { readRecipe } from '../../plugins/page/src/recipe.ts'
import type { Fields } from './judge.ts'
import type { ExpectedPage } from './load-pages.ts'

const toPage = ({ url, html }: ExpectedPage): Page => ({
  url,
  status: 200,
  contentType: 'text/html',
  body: html,
})

/** The record of the endpoint for that kind, by the names of the expected fields. */
export function readWithQuarry(saved: ExpectedPage): Fields {
  const data = readPageData(toPage(saved))
  if (saved.kind === 'article') return readKind(saved.kind, data)
  const general = readMetadata(data, createPicker())
  const { published_at: date = null, ...rest } = general ?? {}
  const own = readKind(saved.kind, data)
  return { ...(rest as Fields), date, ...own }
}

function readKind(kind: string, data: ReturnType<typeof readPageData>): Fields {
  const picker = createPicker()
  if (kind === 'article') {
    const {
      title,
      author,
      published_at: date,
      description,
      image,
      publisher,
      language,
    } = readArticle(data, picker).fields
    return { title, author, date, description, image, publisher, language }
  }
  const read =
    kind === 'product' ? readProduct : kind === 'event' ? readEvent : kind === 'recipe' ? readRecipe : null
  const record = read?.(data, picker) as Record<string, unknown> | null | undefined
  if (!record) return {}
  const { name, starts_at: start, published_at: date, ...rest } = record
  return {
    ...(rest as Fields),
    name: name as string,
    title: name as string,
    date: (start ?? date ?? null) as string | null,
  }
}

export function readTextWithQuarry(saved: ExpectedPage): string {
  try {
    return readMainText(readPageData(toPage(saved))) ?? ''
  } catch (thrown) {
    if (isFailure(thrown)) return ''
    throw thrown
  }
}

const types: Readonly<Record<string, string>> = {
  article: 'Article',
  product: 'Product',
  event: 'Event',
  recipe: 'Recipe',
  organization: 'Organization',
}

/** Only the values of the first node of linked data, unchanged. */
export function readWithJsonLd({ html, kind }: ExpectedPage): Fields {
  const nodes = jsonLd(html)
  const node = (types[kind] ? filterByType(nodes, types[kind]) : nodes)[0]
  const offer = asList(at(node, 'offers'))[0]
  return {
    title: asText(node?.headline) ?? asText(node?.name),
    name: asText(node?.name),
    description: asText(node?.description),
    author: linkedName(node?.author),
    date: asText(node?.datePublished) ?? asText(node?.startDate),
    image: linkedImage(node?.image),
    publisher: linkedName(node?.publisher),
    language: asText(node?.inLanguage),
    price: asText(at(offer, 'price')) ?? asText(at(offer, 'lowPrice')),
    currency: asText(at(offer, 'priceCurrency')),
    availability:
      linkedWord(at(offer, 'availability'))
        ?.replace(/(?<=[a-z])(?=[A-Z])/g, '_')
        .toLowerCase() ?? null,
  }
}
