// Builds the headers and the body of a request: user agent and contact, key, content type, and the cookies of a lookup.
import type { Posted } from '@quarry/kit/outcome'
import { type Cookie, parseCookie } from 'undici'
import { acceptEncoding } from './read-response-body.ts'
import type { SourceAccess } from './source-access.ts'

export type RequestBody = { text: string; type: string }

// Headers that the configuration must not set: they belong to the connection or to this module.
const reserved =
  /^(?:host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|content-type|expect|accept-encoding|proxy-.*)$/

export function buildRequestHeaders(
  access: SourceAccess,
  userAgent: string,
  body: RequestBody | null,
  authorization: string | null = null,
): Record<string, string> {
  const extra = Object.entries(access.headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !reserved.test(name))
  const { credentials, contact } = access
  const about = [contact ?? '+self-hosted', ...(access.robots ? ['robots honoured'] : [])].join('; ')
  return {
    'user-agent': `${userAgent} (${about})`,
    accept: 'text/html, application/xhtml+xml, application/json;q=0.9, application/xml;q=0.9, */*;q=0.5',
    ...Object.fromEntries(extra),
    ...(credentials && 'header' in credentials
      ? { [credentials.header.toLowerCase()]: credentials.value }
      : {}),
    ...(credentials && 'basic' in credentials
      ? { authorization: `Basic ${Buffer.from(`${credentials.value}:`).toString('base64')}` }
      : {}),
    ...(authorization === null ? {} : { authorization }),
    'accept-encoding': acceptEncoding,
    ...(body === null ? {} : { 'content-type': body.type }),
  }
}

export const formBody = (form: Readonly<Record<string, string>>): RequestBody => ({
  text: new URLSearchParams(form).toString(),
  type: 'application/x-www-form-urlencoded',
})

export function toBody({ json, form }: Posted): RequestBody | null {
  if (form !== undefined) return formBody(form)
  return json === undefined ? null : { text: JSON.stringify(json), type: 'application/json' }
}

const maxCookies = 50
const maxCookieChars = 4_096

export type CookieJar = ReturnType<typeof createCookieJar>

type StoredCookie = { domain: string; hostOnly: boolean; name: string; value: string }

/** The cookies of one lookup: sent back on its next pages and dropped with it, so that no caller gets another's session. */
export function createCookieJar() {
  // Decision: paths are ignored. A lookup fetches a few pages of one site; a surplus cookie does no harm.
  const cookies = new Map<string, StoredCookie>()
  const applies = ({ domain, hostOnly }: StoredCookie, host: string) =>
    host === domain || (!hostOnly && host.endsWith(`.${domain}`))

  return {
    store(host: string, setCookie: string | readonly string[] | undefined) {
      for (const line of typeof setCookie === 'string' ? [setCookie] : (setCookie ?? [])) {
        const cookie = line.length > maxCookieChars ? null : parseCookie(line)
        if (!cookie || !isSendable(cookie)) continue
        const domain = cookie.domain?.replace(/^\./, '').toLowerCase() || host
        const entry = { domain, hostOnly: !cookie.domain, name: cookie.name, value: cookie.value }
        if (!applies(entry, host)) continue
        const key = `${domain} ${cookie.name}`
        if (isExpired(cookie)) cookies.delete(key)
        else if (cookies.has(key) || cookies.size < maxCookies) cookies.set(key, entry)
      }
    },
    header(host: string) {
      const pairs = [...cookies.values()].filter((cookie) => applies(cookie, host))
      return pairs.length === 0 ? null : pairs.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
  }
}

const isSendable = ({ name, value }: Cookie) =>
  /^[\x21-\x3a\x3c-\x7e]+$/.test(name) && /^[\x20-\x3a\x3c-\x7e]*$/.test(value)

const isExpired = ({ maxAge, expires }: Cookie) =>
  maxAge !== undefined ? maxAge <= 0 : expires !== undefined && Number(expires) <= Date.now()
