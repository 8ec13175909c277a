// A company from Wikidata: the organisation whose website has the domain, or that has exactly the name. Usually four
// requests: a search, the item, the names of items it refers to, and the first paragraph of its article. By name five.
import { found, type Get, type Io, notFound, type Outcome, provider } from '@quarry/kit'
import { nameSearchUrl, wikidata } from '../../apis/wikidata.ts'
import { type Item, readAliases, readLabels, readNameHits, readWholeItems } from '../../apis/wikidata-item.ts'
import {
  fetchItems,
  fetchSurroundings,
  fetchTerms,
  findByDomain,
  noSurroundings,
  type Surroundings,
} from '../../apis/wikidata-lookup.ts'
import { chooseOnly, findWebsite, isOrganisation } from '../../apis/wikidata-organisation.ts'
import { buildProfile } from '../../apis/wikidata-profile.ts'
import { compareNames, removeLegalForm } from '../compare-names.ts'
import { type CompanyQuery, type CompanyRecord, emptyEntry, toHeadquarter } from '../records.ts'

export const companyWikidata = provider<CompanyQuery, CompanyRecord>({
  api: wikidata,
  hasOnlySome: true,
  example: { query: 'wikimediafoundation.org' },
  find,
  // A saved item alone: the items it refers to have no names here.
  extract(page, { domain }) {
    const [item] = readWholeItems(page)
    return item === undefined ? notFound : toOutcome(item, domain, noSurroundings)
  },
})

async function find({ domain, name }: CompanyQuery, { get }: Io): Promise<Outcome<CompanyRecord>> {
  const byDomain = domain === null ? null : await findByDomain(get, domain)
  if (byDomain !== null) return toOutcome(byDomain, domain, await fetchSurroundings(get, byDomain))
  const byName = name === null ? null : await findByName(get, name)
  return byName === null ? notFound : toOutcome(byName, null, await fetchSurroundings(get, byName))
}

/** The API's own maximum. */
const maxHits = 50
/** How many of the hits are read in full: items are long. */
const maxNamesakes = 20

/** The search finds names that begin with the text, so all names of each hit are compared. */
async function findByName(get: Get, name: string): Promise<Item | null> {
  for (const spelling of new Set([name, removeLegalForm(name)])) {
    const hits = await fetchTerms(get, readNameHits(await get(nameSearchUrl(spelling, maxHits))))
    const namesakes = hits.filter((item) => rankMatch(item, name) < matches.length)
    const ids = namesakes.slice(0, maxNamesakes).map(({ id }) => id)
    const items = await fetchItems(get, ids)
    const companies = items.filter((item) => isOrganisation(item) && findWebsite(item, null) !== null)
    const best = Math.min(...companies.map((item) => rankMatch(item, name)))
    if (best < matches.length) return chooseOnly(companies.filter((item) => rankMatch(item, name) === best))
  }
  return null
}

const matches = [
  { listNames: readLabels, agreement: 'same' },
  { listNames: readLabels, agreement: 'same but for the legal form' },
  { listNames: readAliases, agreement: 'same' },
  { listNames: readAliases, agreement: 'same but for the legal form' },
] as const

/**
 * Decision: a company of exactly the name comes before one that differs by its legal form, and both before one with
 * such an alias. Several equally good matches mean none, unless the others belong to one of them.
 */
function rankMatch(item: Item, name: string): number {
  const rank = matches.findIndex(({ listNames, agreement }) =>
    listNames(item).some((label) => compareNames(label, name) === agreement),
  )
  return rank === -1 ? matches.length : rank
}

function toOutcome(item: Item, domain: string | null, surroundings: Surroundings): Outcome<CompanyRecord> {
  const website = findWebsite(item, domain)
  const profile = buildProfile(item, surroundings)
  if (website === null || profile === null) return notFound
  const record = {
    ...emptyEntry,
    ...profile.facts,
    name: profile.name,
    domain: website.domain,
    website: website.url,
    headquarter: toHeadquarter(profile.seats[0]?.city ?? null, surroundings.country),
  }
  return found(record, profile.getReading())
}
