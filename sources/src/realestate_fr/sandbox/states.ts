// The page states of the sandbox portal, old and current: the same listing under two sets of names.
import type { SiteAgency } from './agencies.ts'
import { buildDates, buildOldFacts, buildSections } from './facts.ts'
import type { SiteListing } from './listings.ts'

export const root = 'https://www.realestate-fr.example'
const images = 'https://img.realestate-fr.example'

export const toUrl = (listing: SiteListing) => root + listing.path
export const photoUrl = (listing: SiteListing, number: number, size: string) =>
  `${images}/${listing.id}/${number}/${size}.jpg`
export const toLogoUrl = (agency: SiteAgency) =>
  agency.hasLogo ? `${images}/agences/${agency.id}.png` : null
const toWebsite = (agency: SiteAgency) =>
  agency.hasWebsite ? `https://www.${agency.slug}-immo.example` : null
export const toProfileUrl = (agency: SiteAgency) => `${root}/professionnels/${agency.slug}-${agency.id}`

const photoSizes = [
  ['mobileUrl', 'mobile'],
  ['squareUrl', 'square'],
  ['defaultUrl', 'default'],
  ['originalUrl', 'original'],
  ['squareLargeUrl', 'square-large'],
  ['lowResolutionUrl', 'low'],
] as const

export const oldState = (listing: SiteListing, now: Date): Record<string, unknown> => ({
  listing: {
    url: { value: toUrl(listing), nature: listing.isRental ? 1 : 2, businessUnitType: 'RE' },
    earlyAccess: listing.index % 12 === 7 ? { isActive: true, lengthHours: 24 } : null,
    listingDetail: {
      // Older releases wrote ids as text.
      id: listing.index % 2 === 0 ? String(listing.id) : listing.id,
      titleFr: listing.title,
      ...buildOldFacts(listing, now),
      media: {
        photos: listing.photos.map(({ number, caption, isHorizontal }) => ({
          id: listing.id * 10 + number,
          ...Object.fromEntries(photoSizes.map(([name, size]) => [name, photoUrl(listing, number, size)])),
          isHorizontal,
          descriptiveFr: caption,
          photoDescriptionTags: caption === null ? null : [caption.toLowerCase()],
        })),
        videos: [],
      },
    },
  },
  agency: oldAgency(listing.agency),
  seeker: listing.index % 8 === 3 ? { isLogged: false, savedSearches: 0 } : null,
  contact: listing.visit && {
    bookAVisit: {
      slots: listing.visit.isEnabled ? [{ weekday: 'samedi', from: '10:00', to: '12:00' }] : null,
      enabled: listing.visit.isEnabled,
      eventType: listing.visit.kind,
      requiredForm: listing.visit.needsForm,
      platoAgencyId: `pl-${listing.agency.id}`,
      allowedContracts: listing.visit.isRentInsured ? ['CDI', 'CDD'] : null,
      unpaidRentGaranty: listing.visit.isRentInsured,
      unpaidRentGarantyRate: listing.visit.insuranceRate,
    },
  },
})

const oldAgency = (agency: SiteAgency) => ({
  id: agency.id,
  idRcu: agency.rcuId,
  tierId: 212_000 + agency.index,
  name: agency.name,
  logo: toLogoUrl(agency),
  address: agency.address,
  description: agency.description,
  phoneNumber: agency.phone,
  contactHidden: agency.isContactHidden,
  professionType: agency.profession,
  websiteUrl: toWebsite(agency),
  feesUrl: agency.hasWebsite ? `${toWebsite(agency)}/honoraires.pdf` : null,
  profilPageUrl: toProfileUrl(agency),
  organisationLogo: agency.network === null ? null : `${images}/reseaux/${agency.network}.png`,
  rating: agency.rating && {
    rating: agency.rating.score,
    reviewCount: agency.rating.reviews,
    reviewUrl: `${toProfileUrl(agency)}/avis`,
  },
  legalNotice: agency.legal && {
    ...agency.legal,
    rcsSiren: `RCS ${agency.place.city} ${agency.legal.rcsSiren}`,
  },
  isFavorite: false,
})

export const currentState = (
  listing: SiteListing,
  now: Date,
  isProgramme = false,
): Record<string, unknown> => ({
  brand: 'realestate',
  id: `26${listing.id.toString(36).toUpperCase()}`,
  title: listing.title,
  metadata: {
    legacyId: String(listing.id),
    isNewBuildProject: isProgramme,
    status: { status: true },
    ...buildDates(listing, now),
  },
  rawData: {
    distributionType: listing.isRental ? 'RENT' : 'BUY',
    propertyType: listing.kind === 'maison' ? 'HOUSE' : 'APARTMENT',
    propertySubType: null,
  },
  sections: {
    gallery: {
      images: listing.photos.map(({ number, caption }) => ({
        id: `${listing.id}-${number}`,
        url: photoUrl(listing, number, 'full'),
        ...(caption === null ? {} : { description: caption }),
      })),
    },
    ...buildSections(listing),
  },
  contactSections: contactSections(listing.agency),
  legacyTracking: { site: 'RE', products: [{ id: listing.id, price: listing.price }] },
  seo: { headInfo: { canonical: toUrl(listing), robots: 'index, follow' } },
  tracking: { av_category: 'classified', av_language: 'fr' },
})

function contactSections(agency: SiteAgency): Record<string, unknown> {
  const phoneNumbers = agency.phone === null ? [] : [agency.phone]
  const card = { title: agency.name, subtitle: 'Agence', display: true }
  return {
    agencyId: agency.rcuId,
    contactCard: { ...card, phoneNumbers, isPrivateOwner: false },
    provider: {
      intermediaryCard: { ...card, logoUrl: toLogoUrl(agency) },
      contactCard: { title: 'Votre conseiller', display: true, logoUrl: null },
      address: agency.address,
      ...(agency.description === null ? {} : { description: agency.description }),
      ...(agency.hasWebsite
        ? { website: toWebsite(agency), feeUrl: `${toWebsite(agency)}/honoraires.pdf` }
        : {}),
      profileUrl: toProfileUrl(agency),
      publisherType: { Agence: 'AGENCY', Mandataire: 'AGENT', Notaire: 'NOTARY' }[agency.profession],
      ...(agency.rating && {
        rating: {
          rating: agency.rating.score,
          reviews: agency.rating.reviews,
          link: `${toProfileUrl(agency)}#avis`,
        },
      }),
      agencyLegalInformations: legalLines(agency),
      isPrivateOwner: false,
    },
  }
}

/** French amounts group thousands with a narrow space. */
const toEuros = (euros: number) => `${euros.toLocaleString('fr-FR')} €`

/** Half of the agencies write label by label, half in phrases. */
function legalLines(agency: SiteAgency): string[] {
  const { legal, place, index } = agency
  if (!legal) return []
  const capital = legal.shareCapital === null ? null : toEuros(legal.shareCapital)
  const guarantee = legal.financialGuaranteeAmount === null ? null : toEuros(legal.financialGuaranteeAmount)
  const labelled = [
    ['Raison sociale:', legal.socialReason],
    ['Forme juridique:', legal.legalForm],
    ['Capital social:', capital],
    ['RCS:', `${place.city} ${legal.rcsSiren}`],
    ['Si&egrave;ge social :', legal.headquarterAddress],
    ['Garantie financière:', guarantee && legal.financialGuaranteeFund],
    ['Montant de la garantie:', guarantee],
    ['Carte professionnelle:', legal.professionalCardNumber],
    ['Délivrée par:', legal.professionalCardPrefecture],
  ] as const
  if (index % 2 === 0)
    return labelled.flatMap(([label, value]) => (value === null ? [] : [`<b>${label}</b> ${value}`]))
  return [
    capital === null ? legal.legalForm : `${legal.legalForm} ${legal.socialReason} au capital de ${capital}`,
    `<b>SIRET:</b> ${legal.rcsSiren}00017`,
    ...(guarantee
      ? [`Garantie financière ${legal.financialGuaranteeFund}, pour un montant de ${guarantee}`]
      : []),
    `Carte professionnelle n° ${legal.professionalCardNumber}, délivrée par la ${legal.professionalCardPrefecture}`,
  ]
}
