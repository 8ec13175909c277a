// Reads the addresses of listings: `/annonces/…/<id>.htm` and the forms of the portal's sister sites. A path without
// an id at its end is a search, a city or a guide.
import { toInteger } from '@quarry/kit/read/numbers'

// At least six digits if nothing else marks the id: five are a postal code, two a department.
const numbered = /^(?:(\d{1,15})\.html?|(?:[^/]{0,300}-)?(\d{6,15})(?:\.html?)?)$/
const uuid = /^(?:[^/]{0,300}-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.html?)?$/i
const onlineId = /^(?=[A-Z\d]{0,15}\d)(?=\d{0,15}[A-Z])[A-Z\d]{10,16}$/

/** The listing's number, null for another kind of id; or null if the path is not a listing's. */
export function readListingPath(pathname: string): { id: number | null } | null {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const last = segments.at(-1) ?? ''
  if (segments.length > 10 || last.length > 350) return null
  // Checked first: the end of a UUID may look like a number.
  if (uuid.test(last) || onlineId.test(last)) return { id: null }
  const match = numbered.exec(last)
  return match ? { id: toInteger(match[1] ?? match[2]) } : null
}

/** A new-build programme has many homes under one address and is not a listing. */
export const isProgrammePath = (pathname: string): boolean =>
  /\/(?:programmes?(?:[-_]neufs?)?|(?:achat|immobilier)[-_]neuf|neuf)\//i.test(pathname)
