// The pages of the pretend portal, in every form such portals have: a state of today, a state of some years ago,
// linked data alone, a state that arrived broken, and all the ways of saying that a listing is gone.
import {
  escapeHtml,
  renderJsonIsland,
  renderLinkedData,
  renderPage,
  renderParsedJson,
} from '../../sandbox/chrome.ts'
import { listingById, type SiteListing } from './listings.ts'
import { currentState, logoOf, oldState, photoUrl, profileOf, root, urlOf } from './states.ts'

const stateName = '__UFRN_LIFECYCLE_SERVERREQUEST__'

const frame = (title: string, head: string, body: string, weightKb: number) =>
  renderPage({ title, lang: 'fr', head, body, weightKb, seed: 'realestate_fr' })

export function listingPage(listing: SiteListing): string {
  const island = islandOf(listing)
  const title = `${listing.kind} ${listing.rooms} pièces ${listing.square} m² à ${listing.place.city}`
  return frame(
    title,
    linkedData(listing).map(renderLinkedData).join('\n'),
    `<h1>${escapeHtml(title)}</h1><p class="price">${listing.price} €</p><p>${escapeHtml(listing.text)}</p>${island}`,
    90 + (listing.index % 140),
  )
}

function islandOf(listing: SiteListing): string {
  const current = () =>
    renderParsedJson(stateName, { app_cldp: { data: { classified: currentState(listing) } } })
  switch (listing.form) {
    case 'old':
      return nextData({ listingData: oldState(listing), isMobile: false })
    case 'broken': {
      const whole = current()
      return `${whole.slice(0, whole.length >> 1)}</script>`
    }
    case 'linked-data':
      return ''
    default:
      return current()
  }
}

const nextData = (pageProps: Record<string, unknown>, page = '/annonces/[...path]') =>
  renderJsonIsland('__NEXT_DATA__', { props: { pageProps, __N_SSP: true }, page, buildId: 'r12' })

/** Pages whose status is 200 although there is no listing, or more than one. */
export function otherPage(listing: SiteListing): string {
  const title = 'Immobilier'
  const sorry = '<h1>Oups !</h1><p>Voici d’autres biens qui pourraient vous plaire.</p>'
  const statusCode = listing.index % 80 < 40 ? 410 : 404
  switch (listing.form) {
    case 'gone-state':
      return frame(
        title,
        '',
        sorry + renderParsedJson(stateName, { app_cldp: { data: { classified: { statusCode } } } }),
        70,
      )
    case 'gone-old-state':
      return frame(title, '', sorry + nextData({ statusCode, listingData: null }, '/_error'), 70)
    case 'gone-words':
      return frame(
        title,
        '',
        '<h1>Cette annonce n’est plus disponible</h1><p>Elle a été retirée par l’agence.</p>',
        60,
      )
    case 'old-programme':
      return frame(title, '', programmeBody(listing) + nextData({ programData: { id: listing.id } }), 120)
    default:
      return frame(
        title,
        renderLinkedData({
          '@type': 'Product',
          sku: String(listing.id),
          url: urlOf(listing),
          name: 'Programme neuf',
        }),
        programmeBody(listing) +
          renderParsedJson(stateName, { app_cldp: { data: { classified: currentState(listing, true) } } }),
        120,
      )
  }
}

const programmeBody = (listing: SiteListing) =>
  `<h1>Programme neuf à ${escapeHtml(listing.place.city)}</h1><p>12 logements du studio au 4 pièces.</p>`

/** Where visitors of a removed listing end up: other listings, with linked data of their own. */
export function searchPage(near: SiteListing): string {
  const others = [1, 2, 3].map((n) => listingById(near.id + n * 7727)).filter((other) => other !== undefined)
  return frame(
    'Annonces immobilières',
    others.map((other) => renderLinkedData(product(other))).join('\n'),
    `<h1>Annonces à ${escapeHtml(near.place.city)}</h1><ul>${others.map((other) => `<li><a href="${urlOf(other)}">${other.kind}</a></li>`).join('')}</ul>`,
    110,
  )
}

/** The site, sometimes another listing, this one, and more listings: as carousels have it. */
function linkedData(listing: SiteListing): Record<string, unknown>[] {
  const portal = { '@context': 'https://schema.org', '@type': 'Organization', name: 'Portail', url: root }
  const other = listingById(listing.id + 7727) ?? listingById(listing.id - 7727)
  const beside = other ? [product(other)] : []
  const forms = [product, home, announcement]
  const own = (forms[listing.index % forms.length] ?? product)(listing)
  return listing.index % 5 === 0 ? [portal, ...beside, own] : [portal, own, ...beside]
}

const agent = ({ agency }: SiteListing) => ({
  '@type': 'RealEstateAgent',
  name: agency.name,
  url: profileOf(agency),
  telephone: agency.phone ?? undefined,
  logo: logoOf(agency) ?? undefined,
  address: agency.address,
  ...(agency.rating
    ? {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: String(agency.rating.score),
          reviewCount: agency.rating.reviews,
        },
      }
    : {}),
})

const pictures = (listing: SiteListing) =>
  listing.photos.map((photo) => ({
    '@type': 'ImageObject',
    contentUrl: photoUrl(listing, photo.number, 'full'),
    width: photo.isHorizontal ? 1200 : 900,
    height: photo.isHorizontal ? 900 : 1200,
    caption: photo.caption ?? undefined,
  }))

const product = (listing: SiteListing): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: `${listing.kind} ${listing.rooms} pièces`,
  sku: String(listing.id),
  image: listing.photos.map((photo) => photoUrl(listing, photo.number, 'full')),
  offers: {
    '@type': 'Offer',
    price: String(listing.price),
    priceCurrency: 'EUR',
    url: urlOf(listing),
    seller: agent(listing),
  },
})

const home = (listing: SiteListing): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': listing.kind === 'maison' ? 'House' : 'Apartment',
      name: `${listing.kind} ${listing.rooms} pièces`,
      url: urlOf(listing),
      photo: pictures(listing),
      numberOfRooms: listing.rooms,
    },
    agent(listing),
  ],
})

const announcement = (listing: SiteListing): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': 'RealEstateListing',
  name: `${listing.kind} ${listing.rooms} pièces`,
  url: urlOf(listing),
  provider: agent(listing),
  mainEntity: { '@type': listing.kind === 'maison' ? 'House' : 'Apartment', image: pictures(listing) },
})
