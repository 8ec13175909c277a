// The address of a supplier's profile: as the page links to it, or in the site's one form for all of them.
import { isUrl } from '@quarry/kit/is-url'

/** The absolute address, or null where neither a link nor a name with an id makes one. */
export function profileUrl(known: {
  link: string | null
  name: string | null
  id: string | null
  pageUrl: string
}): string | null {
  const { link, name, id, pageUrl } = known
  const linked = link === null ? null : absolute(link, pageUrl)
  if (linked) {
    // Links in a result list carry counters; the profile is the same without them.
    linked.search = ''
    linked.hash = ''
    return linked.href
  }
  // Decision: a supplier without a link gets the site's profile form /company/<slug>-<id>/profile, which the id alone
  // resolves; `url` is the input of a profile lookup. Without an id there is none: the supplier stays, its url is null.
  if (name === null || id === null || !/^\w{1,40}$/.test(id)) return null
  return absolute(`/company/${slug(name)}-${id}/profile`, pageUrl)?.href ?? null
}

/** The id at the end of a profile's path, or null. */
export const idInProfileUrl = (url: string): string | null =>
  /\/company\/(?:[^/]{0,300}-)?(\d{1,20})(?:\/|$)/.exec(new URL(url).pathname)?.[1] ?? null

function absolute(link: string, base: string): URL | null {
  if (!isUrl(link, base)) return null
  const url = new URL(link, base)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

const slug = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-')
