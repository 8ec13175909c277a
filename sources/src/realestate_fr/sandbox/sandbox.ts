// The sandbox property portal: a page for each listing in one of its forms (current state, older state, linked
// data alone, a broken state), and a response for each removed one.
import type { SiteResponse } from '@quarry/kit/source'
import {
  cutIsland,
  escapeHtml,
  renderLinkedData,
  renderNextData,
  renderPage,
  renderParsedJson,
} from '../../sandbox/chrome.ts'
import { createSite, redirect, renderMessage, route, type SiteLook } from '../../sandbox/site.ts'
import { buildDates, buildLinkedHome } from './facts.ts'
import { findListing, findNeighbour, root, type SiteListing } from './listings.ts'
import { currentState, oldState, photoUrl, toUrl } from './states.ts'

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

const siteLook: SiteLook = { seed: 'realestate_fr', lang: 'fr', weightKb: 110 }

const oldPath = '/annonces/[...path]'

const stateIsland = (classified: unknown) =>
  renderParsedJson('__UFRN_LIFECYCLE_SERVERREQUEST__', { app_cldp: { data: { classified } } })

function listingPage(listing: SiteListing, now: Date): string {
  const title = `${listing.title} ${listing.square} m² à ${listing.place.city}`
  return renderPage({
    ...siteLook,
    title,
    head: linkedData(listing, now).map(renderLinkedData).join('\n'),
    body: `<h1>${escapeHtml(title)}</h1><p class="price">${listing.price} €</p><p>${escapeHtml(listing.text)}</p>${listingIsland(listing, now)}`,
    weightKb: 90 + (listing.index % 140),
  })
}

function listingIsland(listing: SiteListing, now: Date): string {
  if (listing.form === 'old') return renderNextData(oldPath, { listingData: oldState(listing, now) })
  if (listing.form === 'linked-data') return ''
  const island = stateIsland(currentState(listing, now))
  return listing.form === 'broken' ? cutIsland(island) : island
}

/** Pages with status 200 of a removed listing or of a new-build programme. */
function otherPage(listing: SiteListing, now: Date): string {
  const sorry = '<h1>Oups !</h1><p>Voici d’autres biens qui pourraient vous plaire.</p>'
  const statusCode = listing.index % 80 < 40 ? 410 : 404
  const page = { ...siteLook, title: 'Immobilier', weightKb: 70 }
  if (listing.form === 'gone-state') return renderPage({ ...page, body: sorry + stateIsland({ statusCode }) })
  if (listing.form === 'gone-old-state')
    return renderPage({ ...page, body: sorry + renderNextData('/_error', { statusCode, listingData: null }) })
  if (listing.form !== 'gone-words') return programmePage(listing, now)
  const body = '<h1>Cette annonce n’est plus disponible</h1><p>Elle a été retirée par l’agence.</p>'
  return renderPage({ ...page, body, weightKb: 60 })
}

function programmePage(listing: SiteListing, now: Date): string {
  const body = `<h1>Programme neuf à ${escapeHtml(listing.place.city)}</h1><p>12 logements du studio au 4 pièces.</p>`
  const page = { ...siteLook, title: 'Immobilier', weightKb: 120 }
  if (listing.form === 'old-programme')
    return renderPage({ ...page, body: body + renderNextData(oldPath, { programData: { id: listing.id } }) })
  return renderPage({
    ...page,
    head: renderLinkedData({ '@type': 'Product', sku: String(listing.id), url: toUrl(listing) }),
    body: body + stateIsland(currentState(listing, now, true)),
  })
}

/** The page to which a removed listing redirects: other listings, with their own linked data. */
function searchPage(near: SiteListing): string {
  const others = [1, 2, 3].map((n) => findNeighbour(near, n)).filter((other) => other !== undefined)
  return renderPage({
    ...siteLook,
    title: 'Annonces immobilières',
    head: others.map((other) => renderLinkedData(product(other))).join('\n'),
    body: `<h1>Annonces à ${escapeHtml(near.place.city)}</h1><ul>${others.map((other) => `<li><a href="${toUrl(other)}">${other.kind}</a></li>`).join('')}</ul>`,
  })
}

/** The portal, this listing and another one before or after it, as carousels have it. */
function linkedData(listing: SiteListing, now: Date): Record<string, unknown>[] {
  const portal = { '@type': 'Organization', name: 'Portail', url: root }
  const other = findNeighbour(listing, 1) ?? findNeighbour(listing, -1)
  const others = other ? [product(other)] : []
  const forms = [product, home, announcement]
  const listingData = (forms[listing.index % forms.length] ?? product)(listing, now)
  return listing.index % 5 === 0 ? [portal, ...others, listingData] : [portal, listingData, ...others]
}

const agent = ({ agency }: SiteListing) => ({
  '@type': 'RealEstateAgent',
  name: agency.name,
  url: agency.profileUrl,
  telephone: agency.phone ?? undefined,
  logo: agency.logoUrl ?? undefined,
  address: agency.address,
  aggregateRating: agency.rating && {
    '@type': 'AggregateRating',
    ratingValue: String(agency.rating.score),
    reviewCount: agency.rating.reviews,
  },
})

const pictures = (listing: SiteListing) =>
  listing.photos.map((photo) => ({
    '@type': 'ImageObject',
    contentUrl: photoUrl(listing, photo.number, 'full'),
    width: photo.isHorizontal ? 1200 : 900,
    height: photo.isHorizontal ? 900 : 1200,
    caption: photo.caption ?? undefined,
  }))

const toHomeType = ({ kind }: SiteListing) => (kind === 'maison' ? 'House' : 'Apartment')

const product = (listing: SiteListing): Record<string, unknown> => ({
  '@type': 'Product',
  name: listing.title,
  description: listing.text,
  sku: String(listing.id),
  image: listing.photos.map((photo) => photoUrl(listing, photo.number, 'full')),
  offers: {
    '@type': 'Offer',
    price: String(listing.price),
    priceCurrency: 'EUR',
    url: toUrl(listing),
    seller: agent(listing),
  },
})

const home = (listing: SiteListing): Record<string, unknown> => ({
  '@graph': [
    {
      '@type': toHomeType(listing),
      name: listing.title,
      url: toUrl(listing),
      photo: pictures(listing),
      ...buildLinkedHome(listing),
    },
    agent(listing),
  ],
})

const announcement = (listing: SiteListing, now: Date): Record<string, unknown> => ({
  '@type': 'RealEstateListing',
  name: listing.title,
  url: toUrl(listing),
  description: listing.text,
  datePosted: buildDates(listing, now).creationDate,
  dateModified: buildDates(listing, now).updateDate,
  offers: {
    '@type': 'Offer',
    price: listing.price,
    priceCurrency: 'EUR',
    businessFunction: `http://purl.org/goodrelations/v1#${listing.isRental ? 'LeaseOut' : 'Sell'}`,
  },
  provider: agent(listing),
  mainEntity: { '@type': toHomeType(listing), image: pictures(listing), ...buildLinkedHome(listing) },
})
