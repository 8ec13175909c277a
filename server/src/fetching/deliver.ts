// Posts a message to an address that a caller gave, with the same guard as every fetch. Follows no redirect and keeps
// only the status of the response.
import { isFailure } from '@quarry/kit/errors'
import { isUrl } from '@quarry/kit/is-url'
import { Agent } from 'undici'
import { ConnectError, guardedConnect, type ResolveHost, readDestination } from './address-guard.ts'

export type DeliverOptions = {
  /** The operator's exception: private addresses, http: and other ports. */
  allowPrivate: boolean
  userAgent: string
  /** Called with the reason why a receiver did not respond. */
  onUnreachable?: (detail: string) => void
  /** Name resolution and trusted certificates, for tests. */
  resolve?: ResolveHost
  ca?: string
}

type Message = { headers: Record<string, string>; body: string }
export type Delivered = { status: number } | { error: string }

/**
 * The only text that callers get about a receiver that did not respond: they must not find out whether a name exists,
 * resolves to a private address or has an open port.
 */
const unreachable = 'unreachable'

export type Deliver = ReturnType<typeof createDeliver>

const connectMs = 5_000
const totalMs = 10_000
const maxAddressChars = 2_048
const maxHeaderBytes = 16_384

export function createDeliver(options: DeliverOptions) {
  const { allowPrivate, userAgent, onUnreachable = () => {}, resolve, ca } = options
  const agent = new Agent({
    connect: guardedConnect({ allowPrivate, connectMs, resolve, ca }),
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
    maxHeaderSize: maxHeaderBytes,
    // Connections to receivers are not reused.
    pipelining: 0,
  })
  const read = (address: string): URL => {
    const host = isUrl(address) ? new URL(address).hostname : ''
    return readDestination(address, { hosts: [host], allowPrivate }, maxAddressChars)
  }

  return {
    /** Why an address cannot be posted to; null for a valid one. Its name is resolved and checked at delivery. */
    findProblem(address: string) {
      try {
        read(address)
        return null
      } catch (error) {
        return isFailure(error) ? error.message.replace('address refused: ', '') : 'not a URL'
      }
    },
    /** Never throws. */
    async post(address: string, { headers, body }: Message): Promise<Delivered> {
      try {
        const url = read(address)
        const response = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: 'POST',
          headers: { ...headers, 'user-agent': userAgent },
          body,
          signal: AbortSignal.timeout(totalMs),
        })
        response.body.on('error', () => {}).destroy()
        return { status: response.statusCode }
      } catch (error) {
        onUnreachable(describeError(error))
        return { error: unreachable }
      }
    },
    close: () => agent.destroy(),
  }
}

// For the operator. Codes only: a message may quote the address that the receiver's name resolves to.
function describeError(error: unknown): string {
  if (error instanceof ConnectError)
    return error.refused ? 'address refused' : `connection failed: ${error.code}`
  if (isFailure(error)) return error.message
  const { name, code } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError') return 'no answer in time'
  return `exchange failed: ${typeof code === 'string' ? code : 'unknown'}`
}
