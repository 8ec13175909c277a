// The address guard: no request that a source, a site or a caller causes reaches a host that the source does not have,
// or the operator's own network. `readDestination` checks an address before it is fetched, `guardedConnect` checks what
// its name resolves to and connects to exactly that.
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction, connect as netConnect } from 'node:net'
import { Failure } from '@quarry/kit/errors'
import { isUrl } from '@quarry/kit/is-url'
import { fitsHost } from '@quarry/kit/site'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { findServerFault, readCode } from '../platform/lib/server-resources.ts'

type Allowed = { hosts: readonly string[]; allowPrivate: boolean }

const createRefusal = (why: string) => new Failure('upstream_failed', `address refused: ${why}`)

/**
 * Checks an address from a source or a redirect and returns the one to fetch, rebuilt from its parsed parts. `from` is
 * the page that redirected: the address may be relative to it, and must not change the port.
 */
export function readDestination(text: string, allowed: Allowed, urlChars: number, from?: URL): URL {
  if (text.length > urlChars) throw createRefusal('too long')
  // The parser reads `\` as `/` and drops tabs and line ends, so two parsers could see two hosts.
  if (/[\u0000-\u001f\u007f\\]/.test(text)) throw createRefusal('control character or backslash')
  if (!isUrl(text, from?.href)) throw createRefusal('not a URL')
  const url = new URL(text, from?.href)
  const plain = url.protocol === 'http:' && allowed.allowPrivate
  if (url.protocol !== 'https:' && !plain) throw createRefusal(`scheme ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw createRefusal('user name or password')
  if (!allowed.hosts.some((host) => fitsHost(host, url.hostname)))
    throw createRefusal(`${url.hostname} is not a host of the source`)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowed.allowPrivate && isIP(literal) !== 0 && !isGlobalAddress(literal)) throw createRefusal(literal)
  // Decision: a private site of the operator may use any port; its redirects stay on that port or the default one.
  if (url.port !== '' && !(allowed.allowPrivate && (from === undefined || from.port === url.port)))
    throw createRefusal(`port ${url.port}`)
  const rebuilt = new URL(`${url.protocol}//${url.host}`)
  rebuilt.pathname = url.pathname
  rebuilt.search = url.search
  return rebuilt
}

type ResolvedAddress = { address: string; family: number }
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>
type Connect = buildConnector.connector

/** No connection was made, so no request was sent and it may be retried. */
export class ConnectError extends Error {
  readonly code: string
  readonly refused: boolean

  constructor(code: string, refused = false) {
    super(`connection failed: ${code}`)
    this.name = 'ConnectError'
    this.code = code
    this.refused = refused
  }
}

const resolveBySystem: ResolveHost = (hostname) => systemLookup(hostname, { all: true, verbatim: true })

type GuardOptions = {
  allowPrivate: boolean
  connectMs: number
  resolve?: ResolveHost | undefined
  /** Certificates to trust instead of the built-in ones. */
  ca?: string | undefined
}

/** Connects to global addresses only, unless private ones are allowed. */
export function guardedConnect(options: GuardOptions): Connect {
  const { allowPrivate, connectMs, resolve = resolveBySystem, ca } = options
  const check = (addresses: readonly ResolvedAddress[]) => {
    if (addresses.length === 0) throw new ConnectError('ENOTFOUND')
    // One private address refuses the name: public and private ones together are an attack or a mistake.
    const privateAddress = allowPrivate
      ? undefined
      : addresses.find(({ address }) => !isGlobalAddress(address))
    if (privateAddress) throw new ConnectError(`address refused: ${privateAddress.address}`, true)
    return addresses
  }
  // The socket calls this once and connects to the result, so DNS rebinding is not possible.
  const lookup: LookupFunction = (hostname, { all }, done) => {
    resolve(hostname)
      .then(check)
      .then(
        (addresses) => {
          const [first] = addresses
          if (all) done(null, [...addresses])
          else done(null, first?.address ?? '', first?.family)
        },
        (error: unknown) => done(toConnectError(error), ''),
      )
  }
  const open = buildConnector({
    lookup,
    autoSelectFamily: true,
    timeout: connectMs,
    ...(ca === undefined ? {} : { ca }),
  })

  return (target, done) => {
    const literal = target.hostname.replace(/^\[|\]$/g, '')
    // A socket calls no lookup for a literal address.
    if (isIP(literal) !== 0) {
      try {
        check([{ address: literal, family: isIP(literal) }])
      } catch (error) {
        return done(toConnectError(error), null)
      }
    }
    open(target, (...[error, socket]) => (error ? done(toConnectError(error), null) : done(null, socket)))
  }
}

/** Connects to a Unix socket in plain HTTP; undici's own `socketPath` would start TLS for an https address. */
export const socketConnect =
  (path: string): Connect =>
  (_target, done) => {
    const socket = netConnect({ path })
    socket.once('connect', () => {
      socket.off('error', fail)
      done(null, socket)
    })
    const fail = (error: Error) => done(toConnectError(error), null)
    socket.once('error', fail)
  }

function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error
  return new ConnectError(findServerFault(error) ?? readCode(error))
}

const globalUnicast6 = ipaddr.IPv6.parseCIDR('2000::/3')

// Metadata and DNS host of a cloud provider, with an address that is public in every registry.
const hiddenMetadata = '168.63.129.16'

/**
 * Whether an IP address is a global unicast address. Only addresses known to be global are allowed, in their standard
 * notation.
 * @internal
 */
export function isGlobalAddress(text: string): boolean {
  // The library also accepts octal, hex and short forms; they are refused here.
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return address.toString() !== hiddenMetadata
  // Decision: an address with an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) is refused, even
  // if that is public: the host that it reaches depends on the operator's network. Mapped, compatible, translated and
  // NAT64 forms are outside 2000::/3; the library's ranges cover 6to4 and Teredo.
  return address.match(globalUnicast6) && !isIsatap(address)
}

function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high = 0, low = 0] = address.parts
  return (high === 0 || high === 0x0200) && low === 0x5efe
}
