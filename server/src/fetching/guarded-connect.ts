// Opens connections for undici. The guarded one resolves a name, checks every address and connects to exactly those;
// the sandbox one connects to a Unix socket, whatever the URL says, and uses no network.
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction, connect as netConnect } from 'node:net'
import { buildConnector } from 'undici'
import { findServerFault, readCode } from '../platform/lib/server-fault.ts'
import { isGlobalAddress } from './address.ts'

export type Address = { address: string; family: number }
export type Resolve = (hostname: string) => Promise<readonly Address[]>
export type Connect = buildConnector.connector

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

const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true })

export type ConnectOptions = {
  allowPrivate: boolean
  connectMs: number
  resolve?: Resolve | undefined
  /** Certificates to trust instead of the built-in ones. */
  ca?: string | undefined
}

/** Connects to global addresses only, unless private ones are allowed. */
export function guardedConnect(options: ConnectOptions): Connect {
  const { allowPrivate, connectMs, resolve = resolveBySystem, ca } = options
  const check = (addresses: readonly Address[]) => {
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
