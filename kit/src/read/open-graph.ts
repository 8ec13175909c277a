// OpenGraph: the description of a page for social networks, read from its meta tags by scanning text.
import { decodeEntities } from './clean-text.ts'
import { checkIslandBudget } from './page-budget.ts'
import { headTags } from './scan-tags.ts'

/** The Open Graph tags of a page. */
export type OpenGraph = {
  /** The vocabularies used, by prefix. */
  namespace: Record<string, string>
  /** Name and content of each property, in page order; a name may repeat. */
  properties: [string, string][]
}

const standardUris = new Map(
  ['og', 'article', 'book', 'music', 'product', 'profile', 'video'].map((prefix) => [
    prefix,
    prefix === 'og' ? 'http://ogp.me/ns#' : `http://ogp.me/ns/${prefix}#`,
  ]),
)

/** Reads `og: http://ogp.me/ns# fb: http://…`. */
function prefixes(attribute: string): [string, string][] {
  const words = attribute.split(/\s+/)
  return words.flatMap((word, i) => (word.endsWith(':') ? [[word.slice(0, -1), words[i + 1] ?? '']] : []))
}

/** The page's OpenGraph properties, or null if it has none. */
export function openGraph(html: string): OpenGraph | null {
  checkIslandBudget(html.length)
  const declared = new Map<string, string>()
  const properties: [string, string][] = []
  const used = new Map<string, string>()
  for (const { name, attributes } of headTags(html)) {
    for (const [prefix, uri] of prefixes(attributes.get('prefix') ?? '')) declared.set(prefix, uri)
    const property = name === 'meta' ? attributes.get('property')?.trim() : undefined
    const content = attributes.get('content')
    if (!property || content === undefined) continue
    const prefix = property.split(':', 1)[0] ?? ''
    const uri = standardUris.get(prefix) ?? declared.get(prefix)
    if (uri === undefined || property === prefix) continue
    used.set(prefix, uri)
    properties.push([property, decodeEntities(content)])
  }
  return properties.length > 0 ? { namespace: Object.fromEntries(used), properties } : null
}

/** The first content of a property that is not empty, or null: `ogProperty(graph, 'og:title')`. */
export function ogProperty(graph: OpenGraph | null, name: string): string | null {
  return (
    graph?.properties.find(([property, content]) => property === name && content.trim() !== '')?.[1].trim() ??
    null
  )
}
