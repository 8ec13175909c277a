// One company of the French register, by its number (SIREN) or the address of its page there.
import { found, notFound } from '@quarry/kit'
import { createListReader } from '@quarry/kit/read/list-reader'
import { asText } from '@quarry/kit/read/values'
import { findLegalForm } from '../../apis/french-codes.ts'
import {
  assertAllRead,
  companiesUrl,
  companyPage,
  companyRegisterHost,
  readCompanies,
  rechercheEntreprises,
} from '../../apis/recherche-entreprises.ts'
import { toProfile } from '../from-register.ts'
import { createRegisterCompany } from '../register-company.ts'
import { toSupplier } from '../register-supplier.ts'

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

  extract(answer, siren) {
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
    const profile = toProfile(supplier, findLegalForm(asText(matching[0]?.nature_juridique)))
    const certifications = labels?.map((name) => ({ name, count: null })) ?? null
    const reading = { form: 'recherche-entreprises', source: companyPage(siren) }
    return found({ ...profile, certifications }, reading)
  },

  paramsFromUrl: (url, { text }) => ({ query: companyPage(text('q') ?? url) }),
})
