// The addresses of one entity of a startup database: its page, and the answer of the site's own API about it.

import { looksLikeAddress, type Site } from '../../contract/site.ts'
import { invalidParameter } from '../../errors.ts'

export type EntityType = 'funding_round' | 'event'
export type EntityAddress = { permalink: string; url: string; apiUrl: string }

const permalinkForm = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,199}$/u

/** Reads a permalink, or the address of the entity's page or of one of its tabs; anything else is refused. */
export function readEntityAddress(query: string, type: EntityType, site: Site): EntityAddress {
  const wanted = query.trim()
  const permalink = looksLikeAddress(wanted) ? permalinkIn(site.read(wanted, 'query').url, type) : wanted
  if (!permalinkForm.test(permalink))
    throw invalidParameter('query', `must be a permalink or the URL of a page /${type}/<permalink>`)
  // Permalinks are lower case everywhere on such sites, so equal lookups get equal addresses.
  const known = permalink.toLowerCase()
  const encoded = encodeURIComponent(known)
  return {
    permalink: known,
    url: site.url(`/${type}/${encoded}`).href,
    apiUrl: site.url(`/v4/data/entities/${type}s/${encoded}?layout_mode=view_v2`).href,
  }
}

/** The permalink in a page's path, or an empty text where the path is none of an entity's. */
function permalinkIn({ pathname }: URL, type: EntityType): string {
  const [, kind, encoded = '', ...rest] = pathname.replace(/\/$/, '').split('/')
  const tab = rest.length === 0 || (rest.length === 1 && /^[a-z_]{1,40}$/.test(rest[0] ?? ''))
  if (kind !== type || !tab) return ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

/** The parameters of a page or an answer of the API that was saved from that address. */
export const paramsFromEntityUrl = (url: string): { query: string } => ({
  query: /\/data\/entities\/[a-z_]{1,40}\/([^/?#]{1,600})/.exec(url)?.[1] ?? url,
})
