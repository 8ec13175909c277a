// Tokens of upstream APIs with OAuth client credentials: requested once for all calls, used until they expire, renewed
// when the API refuses one. Kept in memory only.
import { Failure } from '@quarry/kit/errors'
import { parseJson } from '@quarry/kit/read/parse-json'
import { asObject } from '@quarry/kit/read/values'
import type { TokenSource } from '@quarry/kit/upstream-api'
import { createDeduplicator } from '../platform/lib/promises.ts'
import { formBody, type RequestBody } from './request-headers.ts'
import type { Signature } from './send.ts'

type TokenRequest = { url: string; body: RequestBody; authorization: string | null }
type RequestToken = (request: TokenRequest) => Promise<{ body: string }>

type AuthorizedWork<T> = {
  provider: string
  credentials: Signature | null | undefined
  requestToken: RequestToken
  /** Waits for a token within the time of the call. */
  inTime: (token: Promise<string>) => Promise<string>
  work: (authorization: string | null) => Promise<T>
  /** Whether `work` threw because the API refused the token. */
  isRefused: () => boolean
}

type CachedToken = { token: string; until: number }

/** Renewed this long before it expires. */
const spareMs = 30_000
/** Lifetime of a token if the API does not declare one. */
const defaultSeconds = 300

export function createTokens(nowMs: () => number) {
  const cached = new Map<string, CachedToken>()
  const shareRenewal = createDeduplicator<string>()

  async function renew(provider: string, request: TokenRequest, requestToken: RequestToken): Promise<string> {
    const { token, seconds } = readToken((await requestToken(request)).body)
    const lastsMs = seconds * 1_000
    cached.set(provider, { token, until: nowMs() + lastsMs - Math.min(spareMs, lastsMs / 2) })
    return token
  }

  function getToken(provider: string, request: TokenRequest, requestToken: RequestToken): Promise<string> {
    const { token, until = 0 } = cached.get(provider) ?? {}
    if (token !== undefined && nowMs() < until) return Promise.resolve(token)
    return shareRenewal(provider, () => renew(provider, request, requestToken))
  }

  return {
    /** Runs `work` with the `authorization` header; null if no token is needed. Renews a refused token once. */
    async authorize<T>(request: AuthorizedWork<T>): Promise<T> {
      const { provider, credentials, requestToken, inTime, work, isRefused } = request
      if (!credentials || !('oauth' in credentials)) return work(null)
      const tokenRequest = buildRequest(credentials.oauth, credentials.value)
      const token = await inTime(getToken(provider, tokenRequest, requestToken))
      try {
        return await work(`Bearer ${token}`)
      } catch (error) {
        if (!isRefused()) throw error
        // The first of many calls with the same old token drops it; all of them wait for one new token.
        if (cached.get(provider)?.token === token) cached.delete(provider)
        return work(`Bearer ${await inTime(getToken(provider, tokenRequest, requestToken))}`)
      }
    },
  }
}

/** `key`: `<client id>:<client secret>`, checked by the configuration. */
function buildRequest({ tokenUrl, scope, clientIn }: TokenSource, key: string): TokenRequest {
  const colon = key.indexOf(':')
  const [id, secret] = [key.slice(0, colon), key.slice(colon + 1)]
  const params = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }
  if (clientIn === 'form')
    return {
      url: tokenUrl,
      body: formBody({ ...params, client_id: id, client_secret: secret }),
      authorization: null,
    }
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
  return { url: tokenUrl, body: formBody(params), authorization: `Basic ${basic}` }
}

/** Its errors do not quote the response: a token is a secret. */
function readToken(body: string): { token: string; seconds: number } {
  const { access_token: token, expires_in: lasts } = asObject(parseJson(body)) ?? {}
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8000}$/.test(token))
    throw new Failure('page_changed', 'the token response has no token')
  const seconds = Number(lasts ?? defaultSeconds)
  return { token, seconds: seconds > 0 ? seconds : defaultSeconds }
}
