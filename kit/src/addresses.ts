// Turns an address that a caller sends into a query. The address must belong to a provider that is configured for the
// endpoint.
import { invalidParameter } from './errors.ts'
import type { Provider } from './provider.ts'
import { anyHost, fitsHost, parseAddress, type Site } from './site.ts'

/** Reads the addresses that callers send: the second argument of an endpoint's `parse`. */
export type Addresses<Q> = {
  /**
   * Returns the query for an address, read by the first provider that has its host. Throws `invalidParameter` for any
   * other address.
   */
  read: (text: string, parameter: string) => Q
  /** Whether a text is a fault word of the sandbox site; never true with live providers. */
  provokes: (text: string) => boolean
}

type Addressed<Q> = {
  provider: Pick<Provider<Q, unknown>, 'address' | 'addressForm' | 'addressHosts'>
  site: Site
}

/**
 * Creates what `parse` gets as `addresses`, from the providers that may answer, in their order. `provokes`
 * recognises the fault words of the sandbox site.
 */
export function createAddresses<Q>(
  configured: readonly Addressed<Q>[],
  provokes: (text: string) => boolean = () => false,
): Addresses<Q> {
  return {
    provokes,
    read(text, parameter) {
      const url = parseAddress(text, parameter)
      for (const { provider, site } of configured) {
        const { address, addressForm = 'an address of the subject', addressHosts = [] } = provider
        if (!address) continue
        const at = addressHosts.some((host) => fitsHost(host, url.hostname))
          ? { url, domain: null }
          : site.rebuild(url)
        if (at === null) continue
        const query = address(at)
        if (query === null) throw invalidParameter(parameter, `must be ${addressForm}`)
        return query
      }
      const places = configured.flatMap(({ provider, site }) =>
        provider.address ? (provider.addressHosts ?? site.template.split(' ')) : [],
      )
      throw invalidParameter(parameter, `must be an address ${describePlaces([...new Set(places)])}`)
    },
  }
}

const maxPlaces = 5

/** Names the first few hosts only, because an operator may allow hundreds, or every public host. */
function describePlaces(places: readonly string[]): string {
  if (places.includes(anyHost)) return 'of a public host'
  const shown = places.slice(0, maxPlaces).join(' or ')
  return places.length > maxPlaces ? `on ${shown} or ${places.length - maxPlaces} other hosts` : `on ${shown}`
}
