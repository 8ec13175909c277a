// The addresses of one entity on the site of a startup database: its page, and the answer of the site's own API.
import type { Provider } from '@quarry/kit/provider'
import type { Site } from '@quarry/kit/site'
import { type EntityQuery, type EntityType, entityCalled, entityForm } from './entity-query.ts'

export const entityPageUrl = (site: Site, type: EntityType, { permalink }: EntityQuery): string =>
  site.url(`/${type}/${encodeURIComponent(permalink)}`).href

export const entityApiUrl = (site: Site, type: EntityType, { permalink }: EntityQuery): string =>
  site.url(`/v4/data/entities/${type}s/${encodeURIComponent(permalink)}?layout_mode=view_v2`).href

type AddressesOfEntity = Pick<Provider<EntityQuery, unknown>, 'address' | 'addressForm' | 'paramsFromUrl'>

/** How a provider reads the addresses of such entities. */
export const addressesOfEntity = (type: EntityType): AddressesOfEntity => ({
  address: ({ url }) => entityAt(url, type),
  addressForm: entityForm(type),
  // An answer of the API that was saved is the entity of its address.
  paramsFromUrl: (url) => ({
    query: /\/data\/entities\/[a-z_]{1,40}\/([^/?#]{1,600})/.exec(url)?.[1] ?? url,
  }),
})

/** The entity whose page, or a tab of it, has that address; null where it is no such page. */
function entityAt({ pathname }: URL, type: EntityType): EntityQuery | null {
  const [, kind, encoded = '', ...rest] = pathname.replace(/\/$/, '').split('/')
  const tab = rest.length === 0 || (rest.length === 1 && /^[a-z_]{1,40}$/.test(rest[0] ?? ''))
  if (kind !== type || !tab) return null
  try {
    return entityCalled(decodeURIComponent(encoded))
  } catch {
    return null
  }
}
