// When the cookie of a session counts: only beside a header that no form and no page of another origin can send without
// being asked first, on reads too, since lookups spend credits. Pages of other origins are told apart once more.
import type { IncomingHttpHeaders } from 'node:http'
import { isUrl } from '@quarry/kit/is-url'

/** Whether it is the console that asks, from this very server. */
export function isConsole(headers: IncomingHttpHeaders): boolean {
  if (headers['x-quarry-console'] !== '1') return false
  const site = headers['sec-fetch-site']
  return (site === undefined || site === 'same-origin') && isOwnOrigin(headers)
}

/** Browsers name the origin of a page in everything but plain reads. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  return isUrl(origin) && new URL(origin).host === host
}

/** The token in the cookie, where it counts; two cookies of the name are none. */
export function consoleSession(headers: IncomingHttpHeaders): string | null {
  if (headers.cookie === undefined || !isConsole(headers)) return null
  const values = headers.cookie.split(';').flatMap((pair) => {
    const [name, value = ''] = pair.split('=', 2)
    return name?.trim() === 'quarry_session' ? [value.trim()] : []
  })
  return values.length === 1 ? (values[0] ?? null) : null
}
