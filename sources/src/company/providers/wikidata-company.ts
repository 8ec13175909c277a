// A company in Wikidata: the organisation whose website has the domain, or that has the very name. Four requests
// usually: a search, the item, the names of what it names, and the first paragraph of its article; by name one more.
import { found, type Get, notFound, type Outcome } from '@quarry/kit/outcome'
import { type Io, provider } from '@quarry/kit/provider'
import { nameSearchUrl, wikidata } from '../../apis/wikidata.ts'
import { aliasesOf, type Item, labelsOf, namesakesIn, wholeItemsIn } from '../../apis/wikidata-item.ts'
import { findByDomain, readItems, readTerms } from '../../apis/wikidata-lookup.ts'
import { isOrganisation, onlyOneOf, websiteOf } from '../../apis/wikidata-organisation.ts'
import {
  noSurroundings,
  profileOf,
  readSurroundings,
  type Surroundings,
} from '../../apis/wikidata-profile.ts'
import type { CompanyQuery, CompanyRecord } from '../company-record.ts'
import { compareNames, withoutLegalForm } from '../fold-name.ts'

export const companyWikidata = provider<CompanyQuery, CompanyRecord>({
  through: wikidata,
  example: { query: 'wikimediafoundation.org' },
  find,
  // An item that was saved alone: what it names has no name.
  extract(page, { domain }) {
    const [item] = wholeItemsIn(page)
    return item === undefined ? notFound : outcomeOf(item, domain, noSurroundings)
  },
})

async function find({ domain, name }: CompanyQuery, { get }: Io): Promise<Outcome<CompanyRecord>> {
  const ofDomain = domain === null ? null : await findByDomain(get, domain)
  if (ofDomain !== null) return outcomeOf(ofDomain, domain, await readSurroundings(get, ofDomain))
  const ofName = name === null ? null : await findByName(get, name)
  return ofName === null ? notFound : outcomeOf(ofName, null, await readSurroundings(get, ofName))
}

// What the interface gives at most, and how many of these are looked into: items are long.
const mostHits = 50
const mostNamesakes = 20

/** A search finds beginnings of names; which of them are the very name is told by all the names of each. */
async function findByName(get: Get, name: string): Promise<Item | null> {
  for (const spelling of new Set([name, withoutLegalForm(name)])) {
    const hits = await readTerms(get, namesakesIn(await get(nameSearchUrl(spelling, mostHits))))
    const namesakes = hits.filter((item) => agreements.some((agrees) => agrees(item, name)))
    const items = await readItems(
      get,
      namesakes.slice(0, mostNamesakes).map(({ id }) => id),
    )
    const companies = items.filter((item) => isOrganisation(item) && websiteOf(item, null) !== null)
    const [meant] = agreements.map((agrees) => companies.filter((item) => agrees(item, name))).filter(hasAny)
    if (meant !== undefined) return onlyOneOf(meant)
  }
  return null
}

const hasAny = ({ length }: readonly unknown[]): boolean => length > 0

const isAmong = (
  names: readonly string[],
  name: string,
  agreement: ReturnType<typeof compareNames>,
): boolean => names.some((one) => compareNames(one, name) === agreement)

/**
 * Decision: a company called by the very name goes before one called so but for its legal form, and both before one
 * that is also called so. Where several agree equally, none is meant, unless the others belong to one of them.
 */
const agreements: readonly ((item: Item, name: string) => boolean)[] = [
  (item, name) => isAmong(labelsOf(item), name, 'same'),
  (item, name) => isAmong(labelsOf(item), name, 'same but for the legal form'),
  (item, name) => isAmong(aliasesOf(item), name, 'same'),
  (item, name) => isAmong(aliasesOf(item), name, 'same but for the legal form'),
]

function outcomeOf(item: Item, domain: string | null, surroundings: Surroundings): Outcome<CompanyRecord> {
  const website = websiteOf(item, domain)
  const profile = profileOf(item, surroundings)
  if (website === null || profile === null) return notFound
  const city = profile.seats[0]?.city ?? null
  const { country } = surroundings
  const record: CompanyRecord = {
    name: profile.name,
    domain: website.domain,
    website: website.url,
    description: profile.description,
    industry: profile.industry,
    founded: profile.founded,
    staff_range: profile.staffRange,
    staff_count: profile.staffCount,
    headquarter: city === null && country === null ? null : { city, country },
    logo_url: profile.logo,
    specialities: profile.specialities,
  }
  return found(record, {
    ...profile.lists.counted(),
    source: profile.source,
    ...(surroundings.isCut ? { isPartial: true } : {}),
  })
}
