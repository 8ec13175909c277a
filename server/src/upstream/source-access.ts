// How a provider may be reached for a source. A provider that reads several interfaces has one such way for each: pace,
// key and addresses are those of the interface whose host is asked.
import { isUrl } from '@quarry/kit/is-url'
import type { Pace } from '@quarry/kit/upstream-api'
import type { HostOverrides } from './host-overrides.ts'
import type { Signature } from './send.ts'

/** Derived from the configuration. */
export type SourceAccess = {
  source: string
  provider: string
  /** The provider's own hostnames; nothing else is ever reached, on any redirect hop. */
  hosts: readonly string[]
  /** Own hosts for which the configuration names another address of the same interface. */
  places?: HostOverrides
  /** Whom to ask about what we do, for providers that want to know. */
  contact?: string | null
  /** A key that goes with each request, and with nothing else. */
  credentials?: Signature | null
  /** How often the provider may be asked. */
  pace?: Pace
  /** When set, every host of the source is reached over this Unix socket, in plain HTTP. */
  sandboxSocket: string | null
  /** The operator's exception: private addresses, http: and other ports, for the hosts of the source only. */
  allowPrivate: boolean
  /** Slots per host. */
  concurrency: number
  robots: boolean
  proxy: string | null
  /** Extra headers from the configuration, never the caller's. */
  headers: Readonly<Record<string, string>>
  /** Further interfaces that the provider reads, each reached in its own way and by its own hosts. */
  also?: readonly SourceAccess[]
}

/** The way to an address: that of the first interface whose host it is; what is nobody's is refused on the first. */
export function accessTo(access: SourceAccess, url: string): SourceAccess {
  const { also = [] } = access
  if (also.length === 0 || !isUrl(url)) return access
  const { hostname } = new URL(url)
  return [access, ...also].find(({ hosts }) => hosts.includes(hostname)) ?? access
}
