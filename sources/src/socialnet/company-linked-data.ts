// What the JSON-LD of a company's page says of it. The page may carry other organizations: the network itself, and
// the authors of posts.
import { isUrl } from '@quarry/kit/is-url'
import { ofType } from '@quarry/kit/read/json-ld'
import { linkedIds, linkedImage } from '@quarry/kit/read/linked-values'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { domainOf } from '@quarry/kit/read/unwrap-link'
import { asList, asObject, asText, at } from '@quarry/kit/read/values'
import { withoutQuery } from './links.ts'

export type LinkedCompany = {
  id: number | null
  name: string | null
  url: string | null
  description: string | null
  slogan: string | null
  staffCount: number | null
  logo: string | null
  website: string | null
  address: JsonObject | null
}

/** The node of the page's own company, or null where no node is that. */
export function linkedCompany(
  nodes: readonly JsonObject[],
  pageUrl: string,
  shownName: string | null,
): LinkedCompany | null {
  const node = ownNode(ofType(nodes, 'Organization'), pageUrl, shownName)
  if (!node) return null
  return {
    id: idIn(node),
    name: asText(node.name),
    url: withoutQuery(asText(node.url), pageUrl),
    description: asText(node.description),
    slogan: asText(node.slogan),
    staffCount: toInteger(at(node.numberOfEmployees, 'value') ?? node.numberOfEmployees),
    logo: linkedImage(node.logo),
    website: websiteIn(node, pageUrl),
    address: asObject(asList(node.address)[0]),
  }
}

function ownNode(
  nodes: readonly JsonObject[],
  pageUrl: string,
  shownName: string | null,
): JsonObject | undefined {
  const path = companyPath(pageUrl)
  return (
    nodes.find((node) => path !== null && companyPath(asText(node.url)) === path) ??
    nodes.find((node) => companyPath(asText(node.url)) !== null) ??
    nodes.find((node) => shownName !== null && asText(node.name) === shownName)
  )
}

/** The network's id: a number, bare or at the end of a URN. */
function idIn(node: JsonObject): number | null {
  const ids = linkedIds(node).map((id) => /^(?:urn:[a-z:]{1,60}:)?(\d{1,15})$/.exec(id)?.[1])
  return toInteger(ids.find((id) => id !== undefined))
}

/** `/company/acme` in lower case, or null where the address is no company's. */
const companyPath = (url: string | null): string | null =>
  url !== null && isUrl(url)
    ? (/^\/company\/[^/]+/i.exec(new URL(url).pathname)?.[0].toLowerCase() ?? null)
    : null

/** The company's own site stands among the pages that are the same as this one. */
function websiteIn(node: JsonObject, pageUrl: string): string | null {
  const own = domainOf(pageUrl)
  return (
    asList(node.sameAs)
      .map(asText)
      .find((link) => link !== null && isUrl(link) && domainOf(link) !== own) ?? null
  )
}
