// The sandbox property portal: a page for each listing in one of its forms, and a response for each removed one.
import type { SiteResponse } from '@quarry/kit/source'
import { createSite, redirect, renderMessage, route } from '../../sandbox/site.ts'
import { findListing, type SiteListing } from './listings.ts'
import { listingPage, otherPage, searchPage, siteLook } from './pages.ts'
import { toUrl } from './states.ts'

export const sandbox = createSite({
  routes: [
    route(/^\/immobilier\/immo-[a-z0-9-]+\/$/, ({ url }) => {
      const listing = findListing(url.searchParams.get('near') ?? '')
      return listing && searchPage(listing)
    }),
    route(/^\/annonces\/(?:[^/]*\/)*(\d{1,12})\.htm$/, ({ url, now }, id) => {
      const listing = findListing(id)
      // The id is enough to find a listing; any other path redirects to its own.
      if (listing && url.pathname !== listing.path) return redirect(toUrl(listing))
      return listing && respond(listing, now)
    }),
  ],
  notFound: () => missing(404),
})

function respond(listing: SiteListing, now: Date): SiteResponse | string {
  const { form, place, id } = listing
  if (form === 'gone-status') return missing(410)
  if (form === 'gone-redirect')
    return redirect(`/immobilier/immo-${place.slug}-${place.departmentCode}/?near=${id}`)
  return /^gone|programme$/.test(form) ? otherPage(listing, now) : listingPage(listing, now)
}

const missing = (status: 404 | 410) =>
  renderMessage({ ...siteLook, weightKb: 40 }, status, 'Cette page n’existe pas', 'Page introuvable')
