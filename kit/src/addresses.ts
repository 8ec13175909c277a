// Reads the address that a caller gives for a subject: it must belong to a provider that is configured for the
// endpoint.
import { invalidParameter } from './errors.ts'
import { fitsHost } from './host-pattern.ts'
import type { Provider } from './provider.ts'
import { anyHost, parseAddress, type Site } from './site.ts'

/** Reads the addresses that callers send: the second argument of an endpoint's `parse`. */
export type Addresses<Q> = {
  /**
   * Returns the query of an address, as the first provider with its host reads it. Throws `invalidParameter` for any
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
 *
 * @example
 * const site = siteAt('https://www.lanterns.example')
 * const provider = { address: ({ url }: SiteUrl) => url.pathname.slice(3) }
 * createAddresses([{ provider, site }]).read('lanterns.example/l/7', 'query') // '7'
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

/** An operator may allow every public host, or hundreds of hosts, of which the error names the first. */
function describePlaces(places: readonly string[]): string {
  if (places.includes(anyHost)) return 'of a public host'
  const shown = places.slice(0, maxPlaces).join(' or ')
  return places.length > maxPlaces ? `on ${shown} or ${places.length - maxPlaces} other hosts` : `on ${shown}`
}
