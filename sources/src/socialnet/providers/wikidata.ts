// A company's profile from Wikidata: the organisation with the username on the professional network or with the domain,
// or an item by its id. Mostly at most five requests. Wikidata has no posts and no similar companies.
import { found, type Get, type Io, notFound, type Outcome, provider } from '@quarry/kit'
import { itemPage, wikidata } from '../../apis/wikidata.ts'
import {
  findArticle,
  findNewest,
  type Item,
  readAmount,
  readFirst,
  readIds,
  readLabel,
  readPhrase,
  readQualifier,
  readStatements,
  readWholeItems,
} from '../../apis/wikidata-item.ts'
import {
  buildProfile,
  fetchItems,
  fetchSurroundings,
  findByDomain,
  findByIdentifier,
  noSurroundings,
  type Profile,
  type Surroundings,
} from '../../apis/wikidata-lookup.ts'
import { findName, findWebsite, isOrganisation, type References } from '../../apis/wikidata-organisation.ts'
import {
  type CompanyQuery,
  type CompanyRecord,
  emptyCompany,
  type Headquarter,
  parseCompanyPath,
} from '../record.ts'

const itemPath = /^\/(?:wiki|entity)\/(q\d{1,12})$/i
/** The identifier of a company on the professional network. */
const networkProperty = 'P4264'

export const companyWikidata = provider<CompanyQuery, CompanyRecord>({
  api: wikidata,
  example: { query: 'https://www.wikidata.org/wiki/Q180' },
  addressHosts: ['*.wikidata.org', '*.linkedin.com'],
  addressForm: 'the URL of a company page (/company/<username>) or of an item (/wiki/Q<number>)',
  inputs: {
    query:
      "A company's username or numeric id on the professional network, the address of its page there, or that of its item: `https://www.wikidata.org/wiki/Q<number>`.",
  },
  address({ url: { hostname, pathname } }) {
    if (hostname.endsWith('wikidata.org')) {
      const id = itemPath.exec(pathname)?.[1]
      return id === undefined ? null : { item: id.toUpperCase() }
    }
    return parseCompanyPath(pathname)
  },

  find,
  // A saved item alone: the items it refers to have no names here.
  extract(page) {
    const [item] = readWholeItems(page)
    return item === undefined ? notFound : toOutcome(item, null, noSurroundings)
  },
})

async function find(query: CompanyQuery, { get }: Io): Promise<Outcome<CompanyRecord>> {
  const item = await findItem(query, get)
  if (item === null) return notFound
  const more = [...listIds(item, offices), ...listIds(item, relations)]
  return toOutcome(item, 'domain' in query ? query.domain : null, await fetchSurroundings(get, item, more))
}

async function findItem(query: CompanyQuery, get: Get): Promise<Item | null> {
  if ('domain' in query) return findByDomain(get, query.domain)
  if ('item' in query) return (await fetchItems(get, [query.item])).find(isOrganisation) ?? null
  return findByIdentifier(get, networkProperty, 'id' in query ? String(query.id) : query.username)
}

/**
 * Chief executive, chair, board members. Decision: founders may have left long ago, so they do not count as
 * employees.
 */
const offices = ['P169', 'P488', 'P3320']
/** Parent and subsidiaries. Decision: owners are left out, because they may be people. */
const relations = ['P749', 'P355']

const listIds = (item: Item, properties: readonly string[]): string[] => [
  ...new Set(properties.flatMap((property) => readIds(item, property))),
]

function toOutcome(item: Item, domain: string | null, surroundings: Surroundings): Outcome<CompanyRecord> {
  const profile = buildProfile(item, surroundings)
  if (profile === null) return notFound
  const { references, country } = surroundings
  const record = {
    ...emptyCompany,
    ...profile.facts,
    company_id: Number(item.id.slice(1)),
    company_url: itemPage(item.id),
    company_name: profile.name,
    website: findWebsite(item, domain)?.url ?? null,
    tagline: readFirst(item, 'P1451', readPhrase),
    follower_count: readFollowers(item),
    locations: profile.seats.flatMap(formatAddress),
    headquarter: toHeadquarter(profile, country),
    employees: profile.lists.side('employees', listPublicFigures(item, references), (person) => person),
    affiliated_companies: profile.lists.side('affiliated_companies', listIds(item, relations), (id) =>
      toOtherCompany(id, references),
    ),
  }
  return found(record, profile.getReading())
}

/** Wikidata counts followers on many networks; this is the professional one. */
function readFollowers(item: Item): number | null {
  const counts = readStatements(item, 'P8687').filter(
    (count) => readQualifier(count, networkProperty) !== null,
  )
  const newest = findNewest(counts)
  return newest === null ? null : readAmount(newest)
}

/** The address in one line, if more than the city is stated. */
function formatAddress({ city, street, postalCode, country }: Profile['seats'][number]): string[] {
  if (street === null && postalCode === null) return []
  const place = [city, postalCode].filter((part) => part !== null).join(' ') || null
  return [[street, place, country].filter((part) => part !== null).join(', ')]
}

function toHeadquarter({ seats: [seat] }: Profile, country: string | null): Headquarter | null {
  const headquarter = {
    city: seat?.city ?? null,
    line1: seat?.street ?? null,
    country,
    postal_code: seat?.postalCode ?? null,
  }
  return Object.values(headquarter).some((part) => part !== null) ? headquarter : null
}

/** Decision: only people with an article of their own are listed, to protect the privacy of others. */
const listPublicFigures = (item: Item, references: References): CompanyRecord['employees'] =>
  listIds(item, offices).flatMap((id) => {
    const person = references.get(id)
    const article = person === undefined ? null : findArticle(person)
    const name = person === undefined ? null : readLabel(person)
    return name === null || article === null ? [] : [{ name, profile_url: article.url }]
  })

function toOtherCompany(id: string, references: References) {
  const name = findName(references, id)
  return name === null ? null : { company_url: itemPage(id), company_logo: null, company_name: name }
}
