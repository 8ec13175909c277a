// The page states of the sandbox portal, old and current: the same listing under two sets of names.

import { buildDates, buildOldFacts, buildSections } from './facts.ts'
import { images, root, type SiteAgency, type SiteListing } from './listings.ts'

export const toUrl = (listing: SiteListing) => root + listing.path
export const photoUrl = (listing: SiteListing, number: number, size: string) =>
  `${images}/${listing.id}/${number}/${size}.jpg`
const toFeesUrl = ({ website }: SiteAgency) => website && `${website}/honoraires.pdf`

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
      ...buildOldFacts(listing, now),
      media: {
        photos: listing.photos.map(({ number, caption, isHorizontal }) => ({
          id: listing.id * 10 + number,
          ...Object.fromEntries(photoSizes.map(([name, size]) => [name, photoUrl(listing, number, size)])),
          isHorizontal,
          descriptiveFr: caption,
          photoDescriptionTags: caption === null ? null : [caption.toLowerCase()],
        })),
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
  logo: agency.logoUrl,
  address: agency.address,
  description: agency.description,
  phoneNumber: agency.phone,
  contactHidden: agency.isContactHidden,
  professionType: agency.profession,
  websiteUrl: agency.website,
  feesUrl: toFeesUrl(agency),
  profilPageUrl: agency.profileUrl,
  organisationLogo: agency.networkLogoUrl,
  rating: agency.rating && {
    rating: agency.rating.score,
    reviewCount: agency.rating.reviews,
    reviewUrl: `${agency.profileUrl}/avis`,
  },
  legalNotice: agency.legal && {
    ...agency.legal,
    rcsSiren: `RCS ${agency.place.city} ${agency.legal.rcsSiren}`,
  },
})

export const currentState = (
  listing: SiteListing,
  now: Date,
  isProgramme = false,
): Record<string, unknown> => ({
  id: `26${listing.id.toString(36).toUpperCase()}`,
  metadata: {
    legacyId: String(listing.id),
    isNewBuildProject: isProgramme,
    ...buildDates(listing, now),
  },
  rawData: {
    distributionType: listing.isRental ? 'RENT' : 'BUY',
    propertyType: listing.kind === 'maison' ? 'HOUSE' : 'APARTMENT',
  },
  sections: {
    gallery: {
      images: listing.photos.map(({ number, caption }) => ({
        id: `${listing.id}-${number}`,
        url: photoUrl(listing, number, 'full'),
        description: caption ?? undefined,
      })),
    },
    ...buildSections(listing),
  },
  contactSections: contactSections(listing.agency),
  legacyTracking: { site: 'RE', products: [{ id: listing.id, price: listing.price }] },
  seo: { headInfo: { canonical: toUrl(listing) } },
  tracking: { av_language: 'fr' },
})

const contactSections = (agency: SiteAgency) => ({
  agencyId: agency.rcuId,
  contactCard: { title: agency.name, phoneNumbers: agency.phone === null ? [] : [agency.phone] },
  provider: {
    intermediaryCard: { title: agency.name, logoUrl: agency.logoUrl },
    address: agency.address,
    description: agency.description ?? undefined,
    website: agency.website ?? undefined,
    feeUrl: toFeesUrl(agency) ?? undefined,
    profileUrl: agency.profileUrl,
    publisherType: { Agence: 'AGENCY', Mandataire: 'AGENT', Notaire: 'NOTARY' }[agency.profession],
    rating: agency.rating && {
      rating: agency.rating.score,
      reviews: agency.rating.reviews,
      link: `${agency.profileUrl}#avis`,
    },
    agencyLegalInformations: legalLines(agency),
  },
})

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
