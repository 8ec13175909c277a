// What a page says about itself, collected once for all readers: linked data, meta tags, links and, if needed,
// microdata and the DOM.
import { isUrl } from '@quarry/kit/is-url'
import type { Page } from '@quarry/kit/outcome'
import { collapseSpace, decodeEntities } from '@quarry/kit/read/clean-text'
import { type Dom, parseDom } from '@quarry/kit/read/dom'
import { jsonLd } from '@quarry/kit/read/json-ld'
import { microdataReader } from '@quarry/kit/read/microdata'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { headTags } from '@quarry/kit/read/scan-tags'
import { asText } from '@quarry/kit/read/values'

/** Where a value was found: the parts of `x-record-form`. */
export type Form = 'json-ld' | 'microdata' | 'open-graph' | 'meta' | 'dom' | 'text'

/** A node of linked data or microdata. */
export type Item = { form: 'json-ld' | 'microdata'; node: JsonObject }

export type Link = { rel: string; href: string; type: string; title: string; sizes: string }

export type PageData = {
  html: string
  /** The address of the page. Its relative addresses are resolved against `base`. */
  url: string
  base: string
  nodes: readonly JsonObject[]
  /** The items of microdata, read at the first call. */
  microdata: () => readonly JsonObject[]
  /** The first meta tag of these names that is not empty. */
  meta: (...names: readonly string[]) => string | null
  /** All contents of the meta tags of a name. */
  metaList: (name: string) => readonly string[]
  links: readonly Link[]
  title: string | null
  language: string | null
  /** Parsed at the first call: most pages are read without it. */
  dom: () => Dom
  /** The node that a value refers to by `@id`, or the value itself. */
  resolve: (value: unknown) => unknown
  /** An absolute http(s) address, or null. */
  toUrl: (value: unknown) => string | null
}

const maxUrlChars = 4000

export function readPageData(page: Page): PageData {
  const html = page.body
  const { metas, links, language, base } = readHead(html, page.url)
  const nodes = jsonLd(html)
  const byId = new Map(nodes.map((node) => [node['@id'], node]))
  const dom = once(() => parseDom(html))
  const hasItems = /itemscope/i.test(html) && /itemtype/i.test(html)
  return {
    html,
    url: page.url,
    base,
    nodes,
    microdata: once(() => (hasItems ? readItems(dom(), base) : [])),
    meta: (...names) => names.map((name) => metas.get(name)?.[0]).find((value) => value) ?? null,
    metaList: (name) => metas.get(name) ?? [],
    links,
    title: readTitle(html),
    language,
    dom,
    resolve: (value) => resolveNode(byId, value),
    toUrl: (value) => toUrl(value, base),
  }
}

/** Meta tags count by property, name or itemprop, whichever they have: sites mix them up. */
function readHead(html: string, url: string) {
  const metas = new Map<string, string[]>()
  const links: Link[] = []
  let language: string | null = null
  let base = url
  for (const { name, attributes } of headTags(html)) {
    const read = (attribute: string) => decodeEntities(attributes.get(attribute) ?? '').trim()
    if (name === 'html') language ??= read('lang') || read('xml:lang') || null
    else if (name === 'base' && base === url && isUrl(read('href'), url))
      base = new URL(read('href'), url).href
    else if (name === 'link' && links.length < maxLinks)
      links.push({
        rel: read('rel').toLowerCase(),
        href: read('href'),
        type: read('type').toLowerCase(),
        title: read('title'),
        sizes: read('sizes'),
      })
    else if (name === 'meta') addMeta(metas, attributes, collapseSpace(read('content')))
  }
  return { metas, links, language, base }
}

const maxLinks = 2000
const maxContentChars = 20_000

function addMeta(metas: Map<string, string[]>, attributes: Map<string, string>, content: string): void {
  if (content === '' || content.length > maxContentChars) return
  const readNames = (attribute: string) => attributes.get(attribute)?.trim().toLowerCase().split(/\s+/) ?? []
  for (const name of new Set(['property', 'name', 'http-equiv'].flatMap(readNames))) {
    const values = metas.get(name)
    if (values) values.push(content)
    else metas.set(name, [content])
  }
  // An itemprop counts only for a name that no meta tag has: items such as pictures have authors too.
  for (const name of readNames('itemprop')) if (!metas.has(name)) metas.set(name, [content])
}

/** The text of the first title element; those of pictures come later. */
function readTitle(html: string): string | null {
  const start = /<title(?:\s[^>]{0,500})?>/i.exec(html)
  if (!start) return null
  const from = start.index + start[0].length
  const end = html.indexOf('<', from)
  return (
    collapseSpace(decodeEntities(html.slice(from, end === -1 ? from : Math.min(end, from + 2000)))) || null
  )
}

function resolveNode(byId: ReadonlyMap<unknown, JsonObject>, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const node = value as JsonObject
  return '@id' in node && Object.keys(node).every((key) => key === '@id' || key === '@type')
    ? (byId.get(node['@id']) ?? value)
    : value
}

function toUrl(value: unknown, base: string): string | null {
  const text = asText(value)
  if (text === null || text.length > maxUrlChars || !isUrl(text, base)) return null
  const { href, protocol } = new URL(text, base)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

/** Computes a value at the first call only. */
export function once<T>(read: () => T): () => T {
  let result: { value: T } | undefined
  return () => {
    result ??= { value: read() }
    return result.value
  }
}

const maxScopes = 100

/** The items of microdata: those at the top, then those inside of others, as a shop puts a product into a page. */
function readItems(dom: Dom, base: string): JsonObject[] {
  const scopes = dom.all('[itemscope][itemtype]', maxScopes)
  const isNested = (scope: Dom) => scope.has('itemprop')
  const read = microdataReader(dom, base)
  return [...scopes.filter((scope) => !isNested(scope)), ...scopes.filter(isNested)].map(read)
}
