// Parses the addresses of profiles on a supplier directory: /company/<words>-<number>/profile.
import { isUrl } from '@quarry/kit/is-url'
import { decodePercent } from '@quarry/kit/read/decode-percent'

const profilePath = /^\/company\/(?:([^/]{1,300})-)?(\d{1,20})(?:\/[a-z-]{1,40})?\/?$/i

/** The number and the words of a profile's address, or null for any other path. */
export function parseProfilePath(pathname: string): { id: string; slug: string | null } | null {
  const [, words, id] = profilePath.exec(pathname) ?? []
  if (id === undefined) return null
  const slug = words === undefined ? null : decodePercent(words).toLowerCase()
  // The words become part of a path again; anything unusual in them is dropped, because the number finds the profile.
  return { id, slug: slug !== null && /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]*$/u.test(slug) ? slug : null }
}

/** The same for a link on a page. */
export const findProfile = (link: string, base: string) =>
  isUrl(link, base) ? parseProfilePath(new URL(link, base).pathname) : null
