// Suppliers in France from the register of companies: firms whose trade has the words of the search in its label. The
// words must be French. Words that no label has are searched as the name of a company. The register has the place and
// size of a firm, but neither website nor telephone. One company is found by its number or the address of its page.
import { found, invalidParameter, notFound, searchProvider } from '@quarry/kit'
import { createListReader } from '@quarry/kit/read/list-reader'
import { toInteger, toNumber } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText, asTexts, at } from '@quarry/kit/read/values'
import {
  findLegalForm,
  findTrades,
  frenchDepartments,
  frenchRegions,
  nafLabels,
} from '../../apis/french-codes.ts'
import {
  assertAllRead,
  type CompanySearch,
  companiesUrl,
  companyPage,
  companyRegisterHost,
  companySearchPage,
  lastCompanyPage,
  readCompanies,
  readFoundedYear,
  readPublic,
  readSeatCity,
  readSeatCountry,
  readStaffBand,
  rechercheEntreprises,
  type StaffBand,
} from '../../apis/recherche-entreprises.ts'
import { createRegisterCompany, emptySupplier, foundInRegister, toProfile } from '../from-register.ts'
import type { SearchQuery, SearchRecord } from '../search-record.ts'
import type { Address, Supplier } from '../supplier.ts'

/** A search for more would match a large share of all firms. */
const maxTrades = 50

export const registerSearch = searchProvider<SearchQuery, SearchRecord>({
  api: rechercheEntreprises,
  example: { query: `https://${companyRegisterHost}/rechercher?terme=robinetterie` },
  addressHosts: [companyRegisterHost],
  addressForm: `the URL of a search on ${companyRegisterHost} (/rechercher?terme=…)`,
  inputs: {
    query: `The address of a search for a trade in French, or for a company by name: \`https://${companyRegisterHost}/rechercher?terme=robinetterie&page=1\`.`,
  },
  address: ({ url }) => (/^\/rechercher\/?$/.test(url.pathname) ? parseSearch(url.searchParams) : null),

  cannotAnswer({ term, page, search, register }) {
    if (register !== undefined) return 'must be a search that the French register can answer'
    if (term === null) return 'must be a search by words for the French register, not a category'
    if (new URLSearchParams(search).has('filters'))
      return 'must be a search without filters for the French register'
    if (page > lastCompanyPage)
      return `must be at most page ${lastCompanyPage} of a search for the French register`
    const trades = findTrades(term).length
    if (trades === 0 && term.length < minNameChars)
      return `must be a search for at least ${minNameChars} characters of a name`
    return trades > maxTrades
      ? `must name the trade more precisely: ${trades} trades of the French register have these words`
      : null
  },

  page: ({ term, page }) => companiesUrl(toSearch(term ?? ''), page),

  extract(response, query) {
    const term = query.term ?? ''
    return foundInRegister('recherche-entreprises', query, {
      ...readCompanies(response),
      toSupplier,
      isByName: 'words' in toSearch(term),
      source: companySearchPage(term),
    })
  },

  paramsFromUrl(url, { text, integer }) {
    const trade = text('activite_principale')?.split(',')[0] ?? ''
    const page = integer('page') ?? 1
    return { query: `${companySearchPage(text('q') ?? nafLabels.get(trade) ?? url)}&page=${page}` }
  },
})

/** The register refuses shorter words. */
const minNameChars = 3

function toSearch(term: string): CompanySearch {
  const trades = findTrades(term)
  return trades.length > 0 ? { trades } : { words: term }
}

/** The query of the same search on the directory, so that equal searches have equal queries. */
function parseSearch(params: URLSearchParams): SearchQuery {
  const terms = params.getAll('terme')
  const term = terms[0]?.replace(/\s+/g, ' ').trim() ?? ''
  if (terms.length !== 1 || term === '')
    throw invalidParameter('query', 'must be a search URL with one terme')
  if (/\p{Cc}/u.test(term)) throw invalidParameter('query', 'must not contain control characters')
  // The register calls it `page`; clients that turn pages add the directory's `page_number`.
  const pages = [...params.getAll('page'), ...params.getAll('page_number')]
  const page = pages.length === 0 ? 1 : toInteger(pages[0])
  if (page === null || page < 1 || page > lastCompanyPage || pages.length > 1)
    throw invalidParameter('query', `must be a URL with one page from 1 to ${lastCompanyPage}`)
  const accepted = new Set(['terme', 'page', 'page_number'])
  const other = [...params].find(([name, value]) => !accepted.has(name) && value !== '')
  if (other)
    throw invalidParameter(
      'query',
      `must be a search URL with only terme and page, without ${other[0].slice(0, 40)}`,
    )
  const search = new URLSearchParams({
    searchterm: term,
    ...(page > 1 ? { page_number: String(page) } : {}),
  })
  return { term, page, path: '/suppliers/search', search: `?${search}` }
}

export const registerCompany = createRegisterCompany({
  api: rechercheEntreprises,
  readsMissing: true,
  example: { query: companyPage('552081317') },
  addressHosts: [companyRegisterHost],
  addressForm: `the URL of a company on ${companyRegisterHost} (/entreprise/<siren>)`,
  inputs: { query: `A SIREN of nine digits, or the address of a company: \`${companyPage('552081317')}\`.` },
  numberName: 'siren',
  isNumber: (text) => /^\d{9}$/.test(text),
  // `/entreprise/<siren>`, `/entreprise/<words>-<siren>`
  pagePath: /^\/entreprise\/(?:[^/]{1,300}-)?(\d{9})\/?$/,
  problem: 'must be a SIREN of nine digits for the French register',
  toUrl: (siren) => companiesUrl({ words: siren }, 1),

  extract(response, siren) {
    const companies = readCompanies(response)
    const lists = createListReader('recherche-entreprises')
    // A search for a number may find companies that have it elsewhere, in an address or a name.
    const matching = companies.companies.filter((company) => company.siren === siren)
    const [supplier] = lists.main('results', matching, toSupplier)
    if (!supplier) {
      assertAllRead(companies)
      return notFound
    }
    const labels = supplier.capabilities?.flatMap(({ names }) => names)
    const profile = toProfile(supplier, findLegalForm(asText(matching[0]?.nature_juridique)))
    const certifications = labels?.map((name) => ({ name, count: null })) ?? null
    const reading = { form: 'recherche-entreprises', source: companyPage(siren) }
    return found({ ...profile, certifications }, reading)
  },

  paramsFromUrl: (url, { text }) => ({ query: companyPage(text('q') ?? url) }),
})

const labels = {
  est_rge: 'RGE',
  est_bio: 'Agriculture biologique',
  est_qualiopi: 'Qualiopi',
  est_patrimoine_vivant: 'Entreprise du patrimoine vivant',
}

/** Null if the company has no number or no public name. */
function toSupplier(company: JsonObject): Supplier | null {
  const { siren, nom_complet: fullName, siege } = company
  const name = typeof fullName === 'string' ? readPublic(fullName) : null
  const seat = asObject(siege)
  if (typeof siren !== 'string' || !/^\d{9}$/.test(siren) || name === null || !seat) return null
  // The codes of 2008 and of 2025; the register states both for a while.
  const trades = asTexts([company.activite_principale, company.activite_principale_naf25])
  const [trade = null] = trades
  const label = (trade !== null && nafLabels.get(trade)) || null
  const branches = toInteger(company.nombre_etablissements_ouverts)
  return {
    ...emptySupplier,
    url: companyPage(siren),
    name,
    // `M` is a manufacturer, `D` a distributor.
    type: asText(company.section_activite_principale) === 'C' ? 'M' : trade?.startsWith('46.') ? 'D' : null,
    address: toAddress(seat),
    heading: label === null ? null : { name: label, description: null },
    headings: trade === null ? null : [...new Set(trades)].map(toHeading),
    tgrams_id: siren,
    annual_sales: readSales(asObject(company.finances)),
    year_founded: readFoundedYear(company),
    number_employees: formatStaff(readStaffBand(company)),
    is_multi_location: branches === null ? null : branches > 1,
    capabilities: readLabels(asObject(company.complements)),
  }
}

const toHeading = (code: string) => ({ heading_id: code, natural_name: nafLabels.get(code) ?? null })

function formatStaff(band: StaffBand | null): string | null {
  if (band === null) return null
  const [least, most] = band
  if (most === null) return `${least}+`
  return least === most ? String(least) : `${least}-${most}`
}

function toAddress(seat: JsonObject): Address {
  const region = readPublic(seat.region)
  const department = readPublic(seat.departement)
  const street = [seat.numero_voie, seat.indice_repetition, seat.type_voie, seat.libelle_voie]
  return {
    zip: readPublic(seat.code_postal),
    city: readSeatCity(seat),
    zip4: null,
    state: region,
    county: (department !== null && frenchDepartments.get(department)) || null,
    country: readSeatCountry(seat),
    address1: street.map(readPublic).filter(Boolean).join(' ') || null,
    address2: readPublic(seat.complement_adresse),
    address3: readPublic(seat.distribution_speciale),
    latitude: toNumber(seat.latitude),
    longitude: toNumber(seat.longitude),
    state_name: (region !== null && frenchRegions.get(region)) || null,
  }
}

/** The turnover of the newest year that states one: `12500000 EUR (2024)`. */
function readSales(finances: JsonObject | null): string | null {
  const readYear = (year: string) => toInteger(at(finances, year, 'ca'))
  const years = Object.keys(finances ?? {}).toSorted()
  const newest = years.findLast((year) => /^\d{4}$/.test(year) && readYear(year) !== null)
  return newest === undefined ? null : `${readYear(newest)} EUR (${newest})`
}

function readLabels(complements: JsonObject | null): Supplier['capabilities'] {
  if (!complements) return null
  const names = Object.entries(labels).flatMap(([field, name]) => (complements[field] === true ? [name] : []))
  return names.length === 0 ? [] : [{ type: 'Labels', names }]
}
