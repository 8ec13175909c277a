// The French state's open search in the register of companies. It searches words in names and places; a trade is
// searched by its code. Officers, elected people and sole traders are left out by the request, and again by
// `redactResponse`.
import { type Page, pageChanged, upstreamApi } from '@quarry/kit'
import { buildForm, type Form, hasForm } from '@quarry/kit/read/has-form'
import { jsonObject } from '@quarry/kit/read/json-answer'
import { keepForm } from '@quarry/kit/read/keep-form'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText } from '@quarry/kit/read/values'

export const rechercheEntreprises = upstreamApi({
  name: 'recherche-entreprises',
  title: "API Recherche d'entreprises",
  hosts: ['recherche-entreprises.api.gouv.fr'],
  licence: 'etalab-2.0',
  credit: 'Annuaire des Entreprises (DINUM, INSEE, INPI), Licence Ouverte 2.0',
  homepage: 'https://recherche-entreprises.api.gouv.fr',
  // Per address. A limit of 30 a second for the whole network also exists and answers 429.
  rateLimit: { perSecond: 7 },
  redact: (page) => ({ ...page, body: JSON.stringify(redactResponse(page)) }),
  redactVersion: 4,
})

/** The host of its company pages. */
export const companyRegisterHost = 'annuaire-entreprises.data.gouv.fr'

const companiesPerPage = 25
/** The most companies of a search that it returns. */
const reach = 10_000
export const lastCompanyPage = reach / companiesPerPage

/** Codes of trades, or words of a name. */
export type CompanySearch = { trades: readonly string[] } | { words: string }

export const companiesUrl = (search: CompanySearch, page: number): string =>
  `https://recherche-entreprises.api.gouv.fr/search?${new URLSearchParams({
    ...('words' in search ? { q: search.words } : { activite_principale: search.trades.join(',') }),
    etat_administratif: 'A',
    est_entrepreneur_individuel: 'false',
    minimal: 'true',
    include: 'siege,finances,complements',
    page: String(page),
    per_page: String(companiesPerPage),
  })}`

export const companyPage = (siren: string): string => `https://${companyRegisterHost}/entreprise/${siren}`

export const companySearchPage = (term: string): string =>
  `https://${companyRegisterHost}/rechercher?${new URLSearchParams({ terme: term })}`

const companyFields = [
  ...['siren', 'nom_complet', 'nom_raison_sociale', 'nombre_etablissements_ouverts', 'activite_principale'],
  ...['date_creation', 'activite_principale_naf25', 'section_activite_principale'],
  ...['tranche_effectif_salarie', 'statut_diffusion', 'finances', 'nature_juridique'],
]
const seatFields = [
  ...['numero_voie', 'indice_repetition', 'type_voie', 'libelle_voie', 'complement_adresse', 'code_postal'],
  ...['distribution_speciale', 'libelle_commune', 'libelle_commune_etranger', 'departement', 'region'],
  ...['code_pays_etranger', 'libelle_pays_etranger', 'latitude', 'longitude'],
]
const complementFields =
  'est_rge est_bio est_qualiopi est_patrimoine_vivant est_entrepreneur_individuel'.split(' ')

/** What passes `redactResponse`, and all of `finances`, which has a part for each year. */
const companyForm: Form = {
  ...buildForm('text', companyFields),
  ...{ siren: 'scalar', nombre_etablissements_ouverts: 'scalar', finances: {} },
  siege: buildForm('scalar', seatFields),
  complements: buildForm('flag', complementFields),
}

/** The company with the listed fields only; empty if it has another form, because a flag marks sole traders. */
function redactCompany(company: JsonObject): JsonObject {
  const redacted = keepForm(company, companyForm)
  const years = Object.values(asObject(company.finances) ?? {})
  return redacted && years.every((year) => hasForm(year, { ca: 'scalar' }))
    ? { ...redacted, finances: company.finances }
    : {}
}

function redactResponse(page: Page): JsonObject & { results: JsonObject[] } {
  const response = jsonObject(page)
  if (!response || !Array.isArray(response.results))
    throw pageChanged('recherche-entreprises: no list of companies')
  const { total_results, page: number, per_page, total_pages } = response
  const results = toEntries(response.results).map(redactCompany)
  return { total_results, page: number, per_page, total_pages, results }
}

/**
 * The companies of a search; `isCut` if there are more than it returns; `unread` counts those of an undocumented
 * form.
 */
export function readCompanies(page: Page) {
  const { results, ...response } = redactResponse(page)
  const [total, number, pages] = [response.total_results, response.page, response.total_pages].map(toInteger)
  if (typeof total !== 'number' || typeof number !== 'number' || typeof pages !== 'number' || total < 0)
    throw pageChanged('recherche-entreprises: no count of companies')
  // The last page may be empty: its companies may have been closed since the count.
  if (results.length === 0 && total > 0 && (number < pages || number === 1))
    throw pageChanged(`recherche-entreprises: none of ${total} companies in the answer`)
  const unread = results.filter(({ siren }) => siren === undefined).length
  const companies = results.filter(isPublic)
  return { companies, total, page: number, perPage: companiesPerPage, pages, isCut: total >= reach, unread }
}

/** Throws if the response has companies of another form: the requested one may be among them. */
export function assertAllRead({ unread }: { unread: number }): void {
  if (unread > 0) throw pageChanged(`recherche-entreprises: ${unread} companies have another form`)
}

/** Leaves out sole traders, and companies that opted out of publication. */
function isPublic(company: JsonObject): boolean {
  const complements = asObject(company.complements)
  return company.statut_diffusion !== 'P' && complements?.est_entrepreneur_individuel !== true
}

/** Null for values that the register marks as not public. */
export const readPublic = (value: unknown): string | null => {
  const text = asText(value)
  return text === null || /^\[N(?:D|ON-DIFFUSIBLE)\]$/i.test(text) ? null : text
}

/** Least and most employees; null for no upper bound. */
export type StaffBand = readonly [least: number, most: number | null]

/** INSEE's codes for numbers of employees. */
const staffBands: Readonly<Record<string, StaffBand>> = {
  ...{ NN: [0, 0], '00': [0, 0], '01': [1, 2], '02': [3, 5], '03': [6, 9], 11: [10, 19], 12: [20, 49] },
  ...{ 21: [50, 99], 22: [100, 199], 31: [200, 249], 32: [250, 499], 41: [500, 999], 42: [1000, 1999] },
  ...{ 51: [2000, 4999], 52: [5000, 9999], 53: [10_000, null] },
}

export const readStaffBand = (company: JsonObject): StaffBand | null =>
  staffBands[asText(company.tranche_effectif_salarie) ?? ''] ?? null

export const readFoundedYear = (company: JsonObject): string | null =>
  /^\d{4}(?=-)/.exec(asText(company.date_creation) ?? '')?.[0] ?? null

/** The country of a company's seat: `FR`, the name of another country, or null if the seat does not say. */
export function readSeatCountry(seat: JsonObject): string | null {
  const abroad = readPublic(seat.libelle_pays_etranger)
  if (abroad !== null || readPublic(seat.code_pays_etranger) !== null) return abroad
  return readPublic(seat.region) !== null || readPublic(seat.departement) !== null ? 'FR' : null
}

export const readSeatCity = (seat: JsonObject): string | null =>
  readPublic(seat.libelle_commune) ?? readPublic(seat.libelle_commune_etranger)
