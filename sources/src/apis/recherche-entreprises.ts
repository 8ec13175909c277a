// The French state's open search in the register of companies. It searches names and places, not trades, so that a trade
// is asked for by its code. Officers, elected people and sole traders are left out: by the request, and once more here.
import { type Page, pageChanged } from '@quarry/kit/outcome'
import { buildForm, type Form, hasForm } from '@quarry/kit/read/has-form'
import { jsonAnswer } from '@quarry/kit/read/json-answer'
import { toEntries } from '@quarry/kit/read/list-reader'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject } from '@quarry/kit/read/values'
import { upstreamApi } from '@quarry/kit/upstream-api'

export const rechercheEntreprises = upstreamApi({
  name: 'recherche-entreprises',
  title: "API Recherche d'entreprises",
  hosts: ['recherche-entreprises.api.gouv.fr'],
  licence: 'etalab-2.0',
  credit: 'Annuaire des Entreprises (DINUM, INSEE, INPI), Licence Ouverte 2.0',
  homepage: 'https://recherche-entreprises.api.gouv.fr',
  // Per address; the 30 a second of everybody in the same network show as 429.
  pace: { perSecond: 7 },
  redact: (page) => ({ ...page, body: JSON.stringify(letIn(page)) }),
  redactVersion: 1,
})

/** Where people meet its companies. */
export const companyRegisterHost = 'annuaire-entreprises.data.gouv.fr'

export const companiesPerPage = 25
/** It gives 10,000 companies at most, however many it found. */
const reach = 10_000
export const lastCompanyPage = reach / companiesPerPage

export const companiesUrl = (trades: readonly string[], page: number): string =>
  `https://recherche-entreprises.api.gouv.fr/search?${new URLSearchParams({
    activite_principale: trades.join(','),
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

const wanted = [
  ...['siren', 'nom_complet', 'nombre_etablissements_ouverts', 'activite_principale', 'date_creation'],
  ...['section_activite_principale', 'tranche_effectif_salarie', 'statut_diffusion', 'finances'],
]
const wantedOfSeat = [
  ...['numero_voie', 'indice_repetition', 'type_voie', 'libelle_voie', 'complement_adresse', 'code_postal'],
  ...['distribution_speciale', 'libelle_commune', 'libelle_commune_etranger', 'departement', 'region'],
  ...['code_pays_etranger', 'libelle_pays_etranger', 'latitude', 'longitude'],
]
const wantedOfComplements = [
  ...['est_rge', 'est_bio', 'est_qualiopi', 'est_patrimoine_vivant', 'est_entrepreneur_individuel'],
]

const companyForm: Form = {
  ...buildForm('text', wanted),
  ...{ siren: 'scalar', nombre_etablissements_ouverts: 'scalar', finances: {} },
  siege: buildForm('scalar', wantedOfSeat),
  complements: buildForm('flag', wantedOfComplements),
}

/** Whether a sole trader is one is told by a flag: of a company of another form nothing is let in. */
const isKnownForm = (company: JsonObject): boolean =>
  hasForm(company, companyForm) &&
  Object.values(asObject(company.finances) ?? {}).every((year) => hasForm(year, { ca: 'scalar' }))

const picked = (value: unknown, names: readonly string[]): JsonObject | null => {
  const object = asObject(value)
  return object && Object.fromEntries(names.flatMap((name) => (name in object ? [[name, object[name]]] : [])))
}

/** An answer with the fields that are wanted, and nothing else. */
function letIn(page: Page): JsonObject & { results: JsonObject[] } {
  const answer = asObject(jsonAnswer(page.body))
  if (!answer || !Array.isArray(answer.results))
    throw pageChanged('recherche-entreprises: no list of companies')
  return {
    ...picked(answer, ['total_results', 'page', 'per_page', 'total_pages']),
    results: toEntries(answer.results).map((company) =>
      isKnownForm(company)
        ? {
            ...picked(company, wanted),
            siege: picked(company.siege, wantedOfSeat),
            complements: picked(company.complements, wantedOfComplements),
          }
        : {},
    ),
  }
}

export type Companies = {
  companies: JsonObject[]
  total: number
  page: number
  pages: number
  /** There are more than it gives. */
  isCut: boolean
}

export function readCompanies(page: Page): Companies {
  const { results, ...answer } = letIn(page)
  const [total, number, pages] = [answer.total_results, answer.page, answer.total_pages].map(toInteger)
  if (typeof total !== 'number' || typeof number !== 'number' || typeof pages !== 'number' || total < 0)
    throw pageChanged('recherche-entreprises: no count of companies')
  if (results.length === 0 && total > 0 && number <= pages)
    throw pageChanged(`recherche-entreprises: none of ${total} companies in the answer`)
  return { companies: results.filter(isPublic), total, page: number, pages, isCut: total >= reach }
}

/** A person who trades under his own name is no company to show, nor one that does not want to be shown. */
function isPublic(company: JsonObject): boolean {
  const complements = asObject(company.complements)
  return company.statut_diffusion !== 'P' && complements?.est_entrepreneur_individuel !== true
}
