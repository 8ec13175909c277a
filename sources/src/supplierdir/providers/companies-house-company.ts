// One company of the British register, by its number or the address of its page there.
import { found, notFound, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import {
  britishCompanyPage,
  britishCompanyUrl,
  companiesHouse,
  companiesHouseHost,
  companiesHousePageHost,
  isBritishNumber,
  readBritishCompany,
} from '../../apis/companies-house.ts'
import { readBritishForm, toBritishSupplier } from '../british-supplier.ts'
import type { CompanyQuery, CompanyRecord } from '../company-record.ts'
import { toProfile } from '../from-register.ts'

const pagePath = /^\/company\/([a-z0-9]{8})\/?$/i

function findNumber(query: CompanyQuery): string | null {
  if ('britishNumber' in query) return query.britishNumber
  return 'id' in query && query.slug === null && isBritishNumber(query.id) ? query.id : null
}

export const companiesHouseCompany = provider<CompanyQuery, CompanyRecord>({
  api: companiesHouse,
  hasOnlySome: true,
  example: { query: britishCompanyPage('00445790') },
  addressHosts: [companiesHousePageHost, companiesHouseHost],
  addressForm: `the URL of a company on ${companiesHousePageHost} (/company/<number>)`,
  inputs: {
    query: `A British company number of eight characters (00445790, SC123456), or the address of a company: \`${britishCompanyPage('00445790')}\`.`,
  },
  address({ url }) {
    const number = pagePath.exec(url.pathname)?.[1]?.toUpperCase()
    return number !== undefined && isBritishNumber(number) ? { britishNumber: number } : null
  },
  cannotAnswer: (query) =>
    findNumber(query) === null
      ? { parameter: 'query', problem: 'must be a company number of eight characters for Companies House' }
      : null,

  page: (query) => britishCompanyUrl(findNumber(query) ?? ''),

  extract(answer, query) {
    const company = readBritishCompany(answer)
    if (company === null) return notFound
    const supplier = toBritishSupplier(company)
    const number = findNumber(query) ?? ''
    if (supplier?.tgrams_id !== number) throw pageChanged('companies-house: another company')
    return found(
      // The codes of its trades have no labels.
      { ...toProfile(supplier, readBritishForm(company)), products_and_services: null },
      { form: 'companies-house', source: britishCompanyPage(number) },
    )
  },

  paramsFromUrl: (url) => ({ query: britishCompanyPage(pagePath.exec(new URL(url).pathname)?.[1] ?? url) }),
})
