// How one entity of a startup database is asked for: by its permalink, or by an address that has it.
import type { Addresses } from '@quarry/kit/addresses'
import { invalidParameter } from '@quarry/kit/errors'
import { looksLikeAddress } from '@quarry/kit/site'

export type EntityType = 'funding_round' | 'event'
export type EntityQuery = { permalink: string }

const permalinkForm = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,199}$/u

/** Completes "must be …". */
export const entityForm = (type: EntityType): string =>
  `a permalink or the URL of a page /${type}/<permalink>`

/** Permalinks are lower case everywhere on such sites, so equal lookups get equal queries. Null where it is none. */
export const entityCalled = (permalink: string): EntityQuery | null =>
  permalinkForm.test(permalink) ? { permalink: permalink.toLowerCase() } : null

/** Reads a permalink, or the address of the entity's page; anything else is refused. */
export function readEntityQuery(
  query: string,
  type: EntityType,
  addresses: Addresses<EntityQuery>,
): EntityQuery {
  const wanted = query.trim()
  const asked = looksLikeAddress(wanted) ? addresses.read(wanted, 'query') : entityCalled(wanted)
  if (asked === null) throw invalidParameter('query', `must be ${entityForm(type)}`)
  return asked
}
