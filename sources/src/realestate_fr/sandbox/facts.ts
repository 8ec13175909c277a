// What the sandbox portal says about a home: as numbers, as texts for display, and in linked data.
import { addMinutes, findLastInCycle } from '../../sandbox/dates.ts'
import type { SiteListing } from './listings.ts'

const yearMinutes = 360 * 24 * 60

export function buildDates({ facts }: SiteListing, now: Date): { creationDate: string; updateDate: string } {
  const published = findLastInCycle(now, yearMinutes, facts.publishedMinute)
  const updated = addMinutes(published, facts.updatedAfterMinutes)
  return {
    creationDate: published.toISOString(),
    updateDate: (updated > now ? published : updated).toISOString(),
  }
}

/** French figures group thousands with a narrow space and have a decimal comma. */
const toFigure = (number: number) => number.toLocaleString('fr-FR')
const perSquareMetre = ({ price, square }: SiteListing) => Math.round((price / square) * 100) / 100

export function buildOldFacts(listing: SiteListing, now: Date) {
  const { facts, isRental, place, index } = listing
  const { creationDate, updateDate } = buildDates(listing, now)
  return {
    // Older releases had numbers for what later ones wrote in words.
    transactionType: index % 2 === 0 ? (isRental ? 1 : 2) : isRental ? 'location' : 'vente',
    propertyType: listing.kind === 'maison' ? 'Maison' : 'Appartement',
    descriptive: listing.text.replaceAll('. ', '.\r\n'),
    roomCount: index % 2 === 0 ? String(listing.rooms) : listing.rooms,
    bedroomCount: facts.bedrooms,
    surface: listing.square,
    landSurface: facts.land,
    surfaceUnit: 'm²',
    floor: facts.floor,
    listingPrice: {
      price: listing.price,
      priceUnit: '€',
      pricePerSquareMeter: perSquareMetre(listing),
      priceEvolutionTrend: { oldPrice: facts.previousPrice },
      alur: { charges: facts.charges, deposit: isRental ? listing.price : null },
    },
    energyBalance: { dpe: { category: facts.energy }, ges: { category: facts.emission } },
    address: {
      city: place.city,
      postalCode: facts.postalCode,
      street: facts.street,
      district: facts.district,
      country: 'FR',
    },
    coordinates: facts.point,
    featureCategories: [{ features: facts.amenities.map((title) => ({ title })) }],
    publicationDate: creationDate,
    updateDate,
  }
}

/** A line of the price's details; none without an amount. */
function listPrice(label: string, amount: number | null, unit: string) {
  if (amount === null) return []
  const value = `${toFigure(amount)} ${unit}`
  return [{ units: [{ main: { price: { label: { main: label }, value: { main: { value } } } } }] }]
}

export function buildSections(listing: SiteListing) {
  const { facts, isRental, rooms, square } = listing
  const rent = isRental ? ' par mois' : ''
  const price = `${toFigure(listing.price)} €`
  const rate = `${toFigure(perSquareMetre(listing))} €/m²`
  const amenities = facts.amenities.map((value) => ({ value }))
  const fact = (type: string, number: number | null, unit: string) =>
    number === null
      ? []
      : [{ type, value: `${toFigure(number)} ${unit}`, splitValue: toFigure(number), label: unit }]
  return {
    hardFacts: {
      facts: [
        ...fact('numberOfRooms', rooms, 'pièces'),
        ...fact('numberOfBedrooms', facts.bedrooms, 'chambres'),
        ...fact('livingSpace', square, 'm²'),
        ...fact('plotSpace', facts.land, 'm² de terrain'),
        ...(facts.floor === 0
          ? [{ type: 'floor', value: 'Rez-de-chaussée', splitValue: 'RDC', label: '' }]
          : fact('floor', facts.floor, 'e étage')),
      ],
      price: { value: `${price}${rent}`, additionalInformation: rate },
    },
    price: {
      base: {
        main: {
          label: { main: isRental ? 'Loyer charges comprises' : 'Prix de vente' },
          value: { main: { value: `${price}${rent}` }, alt: { value: rate } },
        },
        type: isRental ? 'RENT' : 'SALE',
      },
      components: [
        ...listPrice('Charges', facts.charges, '€ / mois'),
        ...listPrice('Ancien prix', facts.previousPrice, '€'),
      ],
    },
    mainDescription: { headline: listing.title, description: listing.text },
    energy: {
      certificates: [
        {
          scales: [
            { type: 'FR_ENERGY', efficiencyClass: { rating: facts.energy } },
            { type: 'FR_GHG', efficiencyClass: { rating: facts.emission } },
          ],
        },
      ],
    },
    features: { preview: amenities.slice(0, 2), details: { categories: [{ elements: amenities }] } },
    location: buildLocation(listing),
  }
}

/** A point if the address is published, else the area around the home. */
const buildLocation = ({ facts, place }: SiteListing) => ({
  address: {
    country: 'FRA',
    city: place.city,
    zipCode: facts.postalCode,
    district: facts.district ?? undefined,
    street: facts.street ?? undefined,
  },
  geometry: facts.point
    ? { type: 'Point', coordinates: [facts.point.longitude, facts.point.latitude] }
    : { type: 'Polygon', coordinates: [[[place.lng, place.lat]]] },
})

export const buildLinkedHome = ({ facts, rooms, square, place }: SiteListing) => ({
  numberOfRooms: rooms,
  numberOfBedrooms: facts.bedrooms ?? undefined,
  floorSize: { '@type': 'QuantitativeValue', value: square, unitCode: 'MTK' },
  floorLevel: facts.floor === null ? undefined : String(facts.floor),
  address: {
    '@type': 'PostalAddress',
    streetAddress: facts.street ?? undefined,
    postalCode: facts.postalCode ?? undefined,
    addressLocality: place.city,
    addressCountry: 'FR',
  },
  geo: facts.point ? { '@type': 'GeoCoordinates', ...facts.point } : undefined,
  amenityFeature: facts.amenities.map((name) => ({ '@type': 'LocationFeatureSpecification', name })),
})
