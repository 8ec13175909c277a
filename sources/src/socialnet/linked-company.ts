// Reads the JSON-LD of a company's page. The page may describe other organizations too: the network itself, and the
// authors of posts.
import { isUrl } from '@quarry/kit/is-url'
import { filterByType } from '@quarry/kit/read/json-ld'
import { linkedIds, linkedImage } from '@quarry/kit/read/linked-values'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { toDomain } from '@quarry/kit/read/unwrap-link'
import { asList, asObject, asText, at } from '@quarry/kit/read/values'
import { removeQuery } from './shown-company.ts'

/** The page's own company, or null where no node describes it. */
export function readLinkedCompany(nodes: readonly JsonObject[], pageUrl: string, shownName: string | null) {
  const node = findOwnNode(filterByType(nodes, 'Organization'), pageUrl, shownName)
  if (!node) return null
  // The network's id: a number, bare or at the end of a URN.
  const ids = linkedIds(node).map((id) => /^(?:urn:[a-z:]{1,60}:)?(\d{1,15})$/.exec(id)?.[1])
  const otherPages = asList(node.sameAs).map(asText)
  return {
    id: toInteger(ids.find((id) => id !== undefined)),
    name: asText(node.name),
    url: removeQuery(asText(node.url), pageUrl),
    description: asText(node.description),
    slogan: asText(node.slogan),
    staffCount: toInteger(at(node.numberOfEmployees, 'value') ?? node.numberOfEmployees),
    logo: linkedImage(node.logo),
    website:
      otherPages.find((url) => url !== null && isUrl(url) && toDomain(url) !== toDomain(pageUrl)) ?? null,
    address: asObject(asList(node.address)[0]),
  }
}

function findOwnNode(nodes: readonly JsonObject[], pageUrl: string, shownName: string | null) {
  const path = readCompanyPath(pageUrl)
  const readNodePath = (node: JsonObject) => readCompanyPath(asText(node.url))
  return (
    nodes.find((node) => path !== null && readNodePath(node) === path) ??
    nodes.find((node) => readNodePath(node) !== null) ??
    nodes.find((node) => shownName !== null && asText(node.name) === shownName)
  )
}

/** `/company/acme` in lower case, or null for any other address. */
const readCompanyPath = (url: string | null): string | null =>
  url !== null && isUrl(url)
    ? (/^\/company\/[^/]+/i.exec(new URL(url).pathname)?.[0].toLowerCase() ?? null)
    : null
