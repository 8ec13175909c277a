// The cookies of one lookup: sent back on its next pages and dropped with it, so that no caller gets another's session.
import { type Cookie, parseCookie } from 'undici'

const maxCookies = 50
const maxCookieChars = 4_096

export type CookieJar = ReturnType<typeof createCookieJar>

type StoredCookie = { domain: string; hostOnly: boolean; name: string; value: string }

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
