// The profiles of the sandbox directory: what a supplier's own page has beside the fields of a search result.
import { makePhone } from '../../sandbox/addresses.ts'
import { createFinder } from '../../sandbox/catalogue.ts'
import { getCompany } from '../../sandbox/companies.ts'
import { createRandom } from '../../sandbox/random.ts'
import { buildNameMatch, buildProfilePath, buildResult, replaceEmptyLists } from './company.ts'
import {
  expandSupplier,
  findPlace,
  listSuppliers,
  type SiteSupplier,
  toPlaceText,
  toSupplierId,
} from './suppliers.ts'

type Json = Record<string, unknown>

export type SiteProfile = ReturnType<typeof makeProfile>

const certificates = ['ISO 9001:2015', 'ISO 14001', 'AS9100D', 'ISO 13485', 'CE Mark', 'RoHS']
const ranges = ['Pro', 'One', 'Select']
const services = ['Engraving', 'Assembly', 'Prototyping', 'Testing', 'Kitting']
const owners = ['Privately Held', 'Publicly Traded', 'Woman Owned', 'Veteran Owned', 'Family Owned']
const documentHost = 'https://docs.supplierdir.example'
const pictureHost = 'https://img.supplierdir.example'

const findSupplier = createFinder(listSuppliers, ({ id }) => String(id))

/** The profile with this number, or undefined. */
export function findProfile(id: string): SiteProfile | undefined {
  const entry = findSupplier(String(Number(id)))
  return entry && makeProfile(expandSupplier(entry))
}

function makeProfile(supplier: SiteSupplier) {
  const { company, place, brands, headings } = supplier
  const random = createRandom('supplier page', company.index)
  const isComplete = company.index < 40
  const has = (share: number) => random.chance(share) || isComplete
  return {
    supplier,
    path: buildProfilePath(supplier),
    brands: has(0.5) ? [...brands, `${company.name.split(' ')[0]} ${random.pick(ranges)}`] : [],
    families: has(0.8) ? headings.map(({ id, name }) => ({ id: Number(id), name })) : [],
    services: has(0.4) ? random.sample(services, 2) : [],
    certificates: has(0.6)
      ? random.sample(certificates, random.int(1, 3)).map((name) => ({ name, total: random.int(1, 4) }))
      : [],
    ownership: has(0.7) ? random.pick(owners) : null,
    groups: company.affiliated.slice(0, 2).map(getCompany),
    fax: has(0.3) ? makePhone(place, random) : null,
    email: has(0.5) ? `${random.pick(['sales', 'info', 'quotes'])}@${company.domain}` : null,
    documents: has(0.3) ? random.int(1, 3) : 0,
    locations: listLocations(supplier),
  }
}

/** The places of the entry and of the company's further sites. */
const listLocations = (supplier: SiteSupplier): string[] => [
  toPlaceText(supplier),
  ...supplier.company.offices.slice(1).map((office) => {
    const { city, postalCode } = office
    const regionCode = findPlace(office)?.regionCode
    return regionCode && postalCode ? `${city}, ${regionCode} ${postalCode}` : city
  }),
]

/** The company of the page state, in the site's own names. */
export function buildProfileState(profile: SiteProfile): Json {
  const { supplier, groups, documents } = profile
  const { company, id } = supplier
  return replaceEmptyLists({
    ...buildResult(supplier, '', null),
    ...buildNameMatch(supplier, null),
    brands: profile.brands.map((name) => ({ name })),
    families: profile.families,
    otherHeadings: profile.services.map((name, n) => ({
      headingId: String(30_000_000 + n),
      naturalName: name,
    })),
    certificationTotals: profile.certificates,
    ownershipType: profile.ownership,
    affiliatedMemberOf: groups.map((group) => ({
      name: group.name,
      tgramsId: toSupplierId(group),
      url: `/company/${group.slug}-${toSupplierId(group)}/profile?cid=${id}`,
    })),
    fax: profile.fax,
    email: profile.email,
    social: company.socialProfiles.map(({ network, handle, url }, n) => ({
      accountId: n % 3 === 2 ? url : handle,
      type: network.toUpperCase(),
      ...(n % 3 === 1 ? { url } : {}),
    })),
    additionalInformation: Array.from({ length: documents }, (_, n) => ({
      id: `d${id}-${n + 1}`,
      title: `${company.name} catalogue ${n + 1}`,
      description: 'Sizes, materials and delivery times.',
      image: `${pictureHost}/documents/d${id}-${n + 1}.jpg`,
      url: `${documentHost}/d${id}-${n + 1}.pdf`,
      section: 'PRODUCT',
      type: n % 2 === 0 ? 'DOCUMENT' : 'IMAGE',
    })),
  })
}
