// One company of the French register, by its number (SIREN) or the address of its page there.
import { found, notFound } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { createListReader } from '@quarry/kit/read/list-reader'
import { asText } from '@quarry/kit/read/values'
import { findLegalForm } from '../../apis/french-legal-forms.ts'
import {
  assertAllRead,
  companiesUrl,
  companyPage,
  companyRegisterHost,
  readCompanies,
  rechercheEntreprises,
} from '../../apis/recherche-entreprises.ts'
import type { CompanyQuery, CompanyRecord } from '../company-record.ts'
import { toProfile } from '../from-register.ts'
import { toSupplier } from '../register-supplier.ts'

/** `/entreprise/<siren>`, `/entreprise/<words>-<siren>` */
const pagePath = /^\/entreprise\/(?:[^/]{1,300}-)?(\d{9})\/?$/

function findSiren(query: CompanyQuery): string | null {
  if ('siren' in query) return query.siren
  return 'id' in query && query.slug === null && /^\d{9}$/.test(query.id) ? query.id : null
}

export const registerCompany = provider<CompanyQuery, CompanyRecord>({
  api: rechercheEntreprises,
  hasOnlySome: true,
  readsMissing: true,
  example: { query: companyPage('552081317') },
  addressHosts: [companyRegisterHost],
  addressForm: `the URL of a company on ${companyRegisterHost} (/entreprise/<siren>)`,
  inputs: { query: `A SIREN of nine digits, or the address of a company: \`${companyPage('552081317')}\`.` },
  address({ url }) {
    const siren = pagePath.exec(url.pathname)?.[1]
    return siren === undefined ? null : { siren }
  },
  cannotAnswer: (query) =>
    findSiren(query) === null
      ? { parameter: 'query', problem: 'must be a SIREN of nine digits for the French register' }
      : null,

  page: (query) => companiesUrl({ words: findSiren(query) ?? '' }, 1),

  extract(answer, query) {
    const siren = findSiren(query)
    const companies = readCompanies(answer)
    const lists = createListReader('recherche-entreprises')
    // A search for a number may find companies that have it elsewhere, in an address or a name.
    const matching = companies.companies.filter((company) => company.siren === siren)
    const [supplier] = lists.main('results', matching, toSupplier)
    if (!supplier) {
      assertAllRead(companies)
      return notFound
    }
    const labels = supplier.capabilities?.flatMap(({ names }) => names)
    return found(
      {
        ...toProfile(supplier, findLegalForm(asText(matching[0]?.nature_juridique))),
        certifications: labels?.map((name) => ({ name, count: null })) ?? null,
      },
      { form: 'recherche-entreprises', source: companyPage(siren ?? '') },
    )
  },

  paramsFromUrl: (url, { text }) => ({ query: companyPage(text('q') ?? url) }),
})
