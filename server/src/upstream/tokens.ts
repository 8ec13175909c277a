// Tokens of interfaces that want OAuth with client credentials: asked for once for all calls, used until they run out,
// and asked for anew where the interface takes one no longer. They live in memory alone.
import { type Clock, systemClock } from '@quarry/kit/clock'
import { Failure } from '@quarry/kit/errors'
import { parseJson } from '@quarry/kit/read/parse-json'
import { asObject } from '@quarry/kit/read/values'
import type { TokenSource } from '@quarry/kit/upstream-api'
import { singleFlight } from '../lib/single-flight.ts'
import type { Body } from './fetch-page.ts'
import { formBody } from './request-headers.ts'
import type { Signature } from './send.ts'

/** Asked for a token: at which address, with what. */
export type TokenRequest = { url: string; body: Body; authorization: string | null }
export type AskToken = (request: TokenRequest) => Promise<{ body: string }>

export type Tokens = {
  /** Gives `work` what to send as `authorization`; null where no token is wanted. Renews once where it was refused. */
  authorize: <T>(wanted: Authorized<T>) => Promise<T>
}

type Authorized<T> = {
  provider: string
  credentials: Signature | null | undefined
  ask: AskToken
  /** Waits for a token no longer than the call has time. */
  inTime: (token: Promise<string>) => Promise<string>
  work: (authorization: string | null) => Promise<T>
  /** Whether what `work` threw says that the token was not taken. */
  isRefused: () => boolean
}

type Known = { token: string; until: number }

/** A token that runs out on its way is no use: it is renewed before. */
const spareMs = 30_000
/** Where the interface does not say how long a token lasts. */
const usualSeconds = 300

export function createTokens(clock: Clock = systemClock): Tokens {
  const known = new Map<string, Known>()
  const together = singleFlight<string>()

  async function renew(provider: string, request: TokenRequest, ask: AskToken): Promise<string> {
    const { token, seconds } = readToken((await ask(request)).body)
    const lastsMs = seconds * 1_000
    known.set(provider, { token, until: clock().getTime() + lastsMs - Math.min(spareMs, lastsMs / 2) })
    return token
  }

  function tokenOf(provider: string, request: TokenRequest, ask: AskToken): Promise<string> {
    const have = known.get(provider)
    if (have && clock().getTime() < have.until) return Promise.resolve(have.token)
    return together(provider, () => renew(provider, request, ask))
  }

  return {
    async authorize({ provider, credentials, ask, inTime, work, isRefused }) {
      if (!credentials || !('oauth' in credentials)) return work(null)
      const request = requestOf(credentials.oauth, credentials.value)
      const token = await inTime(tokenOf(provider, request, ask))
      try {
        return await work(`Bearer ${token}`)
      } catch (error) {
        if (!isRefused()) throw error
        // Of many calls with the same old token the first drops it, and all of them wait for one new one.
        if (known.get(provider)?.token === token) known.delete(provider)
        return work(`Bearer ${await inTime(tokenOf(provider, request, ask))}`)
      }
    },
  }
}

/** `key`: `<client id>:<client secret>`, as the configuration has checked. */
function requestOf({ tokenUrl, scope, clientIn }: TokenSource, key: string): TokenRequest {
  const colon = key.indexOf(':')
  const [id, secret] = [key.slice(0, colon), key.slice(colon + 1)]
  const asked = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }
  if (clientIn === 'form')
    return {
      url: tokenUrl,
      body: formBody({ ...asked, client_id: id, client_secret: secret }),
      authorization: null,
    }
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
  return { url: tokenUrl, body: formBody(asked), authorization: `Basic ${basic}` }
}

/** Says nothing of what it read: a token is a secret too. */
function readToken(body: string): { token: string; seconds: number } {
  const answer = asObject(parseJson(body))
  const { access_token: token, expires_in: lasts } = answer ?? {}
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8000}$/.test(token))
    throw new Failure('page_changed', 'no token in the answer to the request for one')
  const seconds = Number(lasts ?? usualSeconds)
  return { token, seconds: seconds > 0 ? seconds : usualSeconds }
}
