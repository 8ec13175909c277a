// How callers name one entity of a startup database: by its permalink, or by the address of its page.
import { type Addresses, invalidParameter, looksLikeAddress } from '@quarry/kit'

export type EntityType = 'funding_round' | 'event'
export type EntityQuery = { permalink: string }

const permalinkForm = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,199}$/u
export const describeForm = (type: EntityType): string =>
  `a permalink or the URL of a page /${type}/<permalink>`

/** A permalink in lower case, as everywhere on such sites, so that equal lookups get equal queries; else null. */
const toEntityQuery = (permalink: string): EntityQuery | null =>
  permalinkForm.test(permalink) ? { permalink: permalink.toLowerCase() } : null

export function parseEntityQuery(text: string, type: EntityType, addresses: Addresses<EntityQuery>) {
  const trimmed = text.trim()
  const query = looksLikeAddress(trimmed) ? addresses.read(trimmed, 'query') : toEntityQuery(trimmed)
  if (query === null) throw invalidParameter('query', `must be ${describeForm(type)}`)
  return query
}

/** From the path of the entity's page or of a tab of it; null for any other path. */
export function parsePagePath({ pathname }: URL, type: EntityType): EntityQuery | null {
  const [, kind, encoded = '', ...rest] = pathname.replace(/\/$/, '').split('/')
  const isTab = rest.length === 0 || (rest.length === 1 && /^[a-z_]{1,40}$/.test(rest[0] ?? ''))
  if (kind !== type || !isTab) return null
  try {
    return toEntityQuery(decodeURIComponent(encoded))
  } catch {
    return null
  }
}
