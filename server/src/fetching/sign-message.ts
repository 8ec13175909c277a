// Signs webhook messages as Standard Webhooks defines it, and in the older form of Quarry for receivers that check
// that.
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** A secret of Standard Webhooks: 32 random bytes in padded base64. */
export const createSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`

/**
 * The bytes of a Standard Webhooks secret; null for any other text. Older secrets start with `whsec_` too, but their 43
 * characters are never padded base64.
 */
function readStandardSecret(secret: string): Buffer | null {
  if (!secret.startsWith(prefix)) return null
  const encoded = secret.slice(prefix.length)
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64') === encoded && bytes.length >= 24 && bytes.length <= 64 ? bytes : null
}

/** The id identifies repetitions, the signatures prove the origin. Only Standard Webhooks secrets sign in its form. */
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
