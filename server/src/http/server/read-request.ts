// Reads the session cookie of the console. It counts only together with a header that forms cannot send and that pages
// of other origins can send only after a preflight. That includes reads, because lookups spend credits. The origin is
// checked as well.
import type { IncomingHttpHeaders } from 'node:http'
import { isUrl } from '@quarry/kit/is-url'

/** Whether the request comes from the console of this server. */
export function isConsole(headers: IncomingHttpHeaders): boolean {
  if (headers['x-quarry-console'] !== '1') return false
  const site = headers['sec-fetch-site']
  return (site === undefined || site === 'same-origin') && isOwnOrigin(headers)
}

/** Browsers send the Origin header with every request except plain reads. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  return isUrl(origin) && new URL(origin).host === host
}

/** The session token; null for other pages, without a cookie, or with two cookies of that name. */
export function readConsoleSession(headers: IncomingHttpHeaders): string | null {
  if (headers.cookie === undefined || !isConsole(headers)) return null
  const values = headers.cookie.split(';').flatMap((pair) => {
    const [name, value = ''] = pair.split('=', 2)
    return name?.trim() === 'quarry_session' ? [value.trim()] : []
  })
  return values.length === 1 ? (values[0] ?? null) : null
}
