// Posts signed messages to the addresses of receivers, with the same guard as every fetch. Follows no redirect and keeps
// only the status of the response.
import { createHmac, randomBytes } from 'node:crypto'
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

const secretPrefix = 'whsec_'
const secretBytes = 32

/** A secret of Standard Webhooks: 32 random bytes in padded base64. */
export const createSecret = (): string => `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`

/**
 * The bytes of a Standard Webhooks secret; null for any other text. Older secrets start with `whsec_` too, but their 43
 * characters are never padded base64.
 */
function readStandardSecret(secret: string): Buffer | null {
  if (!secret.startsWith(secretPrefix)) return null
  const encoded = secret.slice(secretPrefix.length)
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64') === encoded && bytes.length >= 24 && bytes.length <= 64 ? bytes : null
}

/**
 * Headers that sign a message as Standard Webhooks defines it, and in the older form of Quarry for receivers that check
 * that. The id identifies repetitions. Only secrets of Standard Webhooks sign in its form.
 */
export function buildMessageHeaders(
  secrets: readonly string[],
  id: string,
  body: string,
): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = signStandard(secrets, id, seconds, body)
  const standard = { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signature }
  return {
    'content-type': 'application/json; charset=utf-8',
    'quarry-delivery': id,
    'quarry-signature': signBody(secrets, seconds, body),
    ...(signature === '' ? {} : standard),
  }
}

/** `v1,<base64>` for each Standard Webhooks secret, with spaces between: HMAC-SHA256 of `<id>.<seconds>.<body>`. */
export const signStandard = (secrets: readonly string[], id: string, seconds: number, body: string): string =>
  secrets
    .flatMap((secret) => readStandardSecret(secret) ?? [])
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`)
    .join(' ')

/** `t=<seconds>,v1=<hex>` for each secret: HMAC-SHA256 of `<seconds>.<body>`. */
export function signBody(secrets: readonly string[], seconds: number, body: string): string {
  const hashes = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  )
  return [`t=${seconds}`, ...hashes.map((hex) => `v1=${hex}`)].join(',')
}
