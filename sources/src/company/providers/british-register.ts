// A company of the United Kingdom by its name, from Companies House. The register has neither websites nor staff.
import { found, notFound, provider } from '@quarry/kit'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asText, at } from '@quarry/kit/read/values'
import {
  britishCompanyPage,
  britishSearchUrl,
  companiesHouse,
  readBritishCompanies,
  readCountry,
  readCreationYear,
} from '../../apis/companies-house.ts'
import { chooseNamesake } from '../compare-names.ts'
import { type CompanyQuery, type CompanyRecord, emptyEntry, refuseDomain, toHeadquarter } from '../records.ts'

export const companyBritishRegister = provider<CompanyQuery, CompanyRecord>({
  api: companiesHouse,
  hasOnlySome: true,
  readsMissing: true,
  example: { query: 'Tesco PLC' },
  inputs: { query: 'The name of a British company; the legal form may be left out.' },
  cannotAnswer: ({ name }) => (name === null ? refuseDomain('British') : null),

  page: ({ name }) => britishSearchUrl(name ?? ''),

  extract(response, { name }) {
    const companies = readBritishCompanies(response)
    const company = chooseNamesake(companies, name ?? '', listNames)
    if (company === null) return notFound
    const { address } = company
    const record = {
      ...emptyEntry,
      name: asText(company.title) ?? '',
      founded: toInteger(readCreationYear(company)),
      headquarter: toHeadquarter(asText(at(address, 'locality')), readCountry(address)),
    }
    const source = britishCompanyPage(asText(company.company_number) ?? '')
    return found(record, { form: 'companies-house', source })
  },

  paramsFromUrl: (url, { text }) => ({ query: text('q') ?? url }),
})

/** Callers write "Ltd" and "Limited" for the same form. */
function listNames({ title }: JsonObject): string[] {
  const name = asText(title) ?? ''
  return [name, name.replace(/ limited$/i, ' LTD'), name.replace(/ ltd\.?$/i, ' LIMITED')]
}
