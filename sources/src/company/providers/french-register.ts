// A company of France by its name, from the register of companies. The register has neither websites nor descriptions.
import { found, notFound, provider } from '@quarry/kit'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { fitStaffRange } from '@quarry/kit/read/staff-range'
import { asObject, asText } from '@quarry/kit/read/values'
import { nafLabels } from '../../apis/french-codes.ts'
import {
  assertAllRead,
  companiesUrl,
  companyPage,
  readCompanies,
  readFoundedYear,
  readPublic,
  readSeatCity,
  readSeatCountry,
  readStaffBand,
  rechercheEntreprises,
} from '../../apis/recherche-entreprises.ts'
import { chooseNamesake, removeLegalForm } from '../compare-names.ts'
import { type CompanyQuery, type CompanyRecord, emptyEntry, refuseDomain, toHeadquarter } from '../records.ts'

/** The register refuses shorter words. */
const minNameChars = 3

export const companyFrenchRegister = provider<CompanyQuery, CompanyRecord>({
  api: rechercheEntreprises,
  hasOnlySome: true,
  readsMissing: true,
  example: { query: 'Airbus Operations' },
  inputs: { query: 'The name of a French company; the legal form may be left out.' },
  cannotAnswer({ name }) {
    if (name === null) return refuseDomain('French')
    return removeLegalForm(name).length < minNameChars
      ? `must have at least ${minNameChars} characters for the French register`
      : null
  },

  page: ({ name }) => companiesUrl({ words: removeLegalForm(name ?? '') }, 1),

  extract(response, { name }) {
    const hits = readCompanies(response)
    const company = chooseNamesake(hits.companies, name ?? '', listNames)
    const siren = asText(company?.siren)
    if (company === null || siren === null) {
      assertAllRead(hits)
      return notFound
    }
    return found(toRecord(company), { form: 'recherche-entreprises', source: companyPage(siren) })
  },

  paramsFromUrl: (url, { text }) => ({ query: text('q') ?? url }),
})

/** The full name has the acronym and trade names in brackets. */
const listNames = ({ nom_raison_sociale: name, nom_complet: fullName }: JsonObject): string[] =>
  [name, fullName].map(readPublic).filter((one) => one !== null)

function toRecord(company: JsonObject): CompanyRecord {
  const trade = asText(company.activite_principale)
  const band = readStaffBand(company)
  const seat = asObject(company.siege)
  return {
    ...emptyEntry,
    name: listNames(company)[0] ?? '',
    industry: (trade !== null && nafLabels.get(trade)) || null,
    founded: toInteger(readFoundedYear(company)),
    staff_range: band === null ? null : fitStaffRange(...band),
    headquarter: seat && toHeadquarter(readSeatCity(seat), readSeatCountry(seat)),
  }
}
