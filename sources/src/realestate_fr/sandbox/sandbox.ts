// The pretend property portal: a page for each listing, in one of its forms, and an end for each removed one.
// It knows nothing of the extractors beside it: page and reader must not agree by construction.
import type { SandboxSite, SiteResponse } from '@quarry/kit/source'
import { renderPage } from '../../sandbox/chrome.ts'
import { listingById, type SiteListing } from './listings.ts'
import { listingPage, otherPage, searchPage } from './pages.ts'
import { urlOf } from './states.ts'

export const sandbox: SandboxSite = ({ url }) => {
  const near = Number(/^\/immobilier\/immo-[a-z0-9-]+\/$/.test(url.pathname) && url.searchParams.get('near'))
  const neighbour = listingById(near)
  if (neighbour) return { body: searchPage(neighbour) }
  const listing = listingById(Number(/^\/annonces\/(?:[^/]*\/)*(\d{1,12})\.htm$/.exec(url.pathname)?.[1]))
  if (!listing) return missing(404)
  // The id alone finds a listing; every other way of writing its address leads to the one it has.
  if (url.pathname !== listing.path) return moved(urlOf(listing))
  return listingResponse(listing)
}

function listingResponse(listing: SiteListing): SiteResponse {
  switch (listing.form) {
    case 'current':
    case 'old':
    case 'linked-data':
    case 'broken':
      return { body: listingPage(listing) }
    case 'gone-status':
      return missing(410)
    case 'gone-redirect':
      return moved(
        `https://www.realestate-fr.example/immobilier/immo-${listing.place.slug}-${listing.place.departmentCode}/?near=${listing.id}`,
      )
    default:
      return { body: otherPage(listing) }
  }
}

const moved = (location: string): SiteResponse => ({ status: 301, headers: { location }, body: '' })

const missing = (status: 404 | 410): SiteResponse => ({
  status,
  body: renderPage({
    title: 'Page introuvable',
    lang: 'fr',
    body: '<h1>Cette page n’existe pas</h1>',
    weightKb: 40,
    seed: 'realestate_fr',
  }),
})
