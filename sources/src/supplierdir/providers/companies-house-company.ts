// One company of the British register, by its number or the address of its page there.
import { found, notFound, pageChanged } from '@quarry/kit'
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
import { toProfile } from '../from-register.ts'
import { createRegisterCompany } from '../register-company.ts'

const pagePath = /^\/company\/([a-z0-9]{8})\/?$/i

export const companiesHouseCompany = createRegisterCompany({
  api: companiesHouse,
  example: { query: britishCompanyPage('00445790') },
  addressHosts: [companiesHousePageHost, companiesHouseHost],
  addressForm: `the URL of a company on ${companiesHousePageHost} (/company/<number>)`,
  inputs: {
    query: `A British company number of eight characters (00445790, SC123456), or the address of a company: \`${britishCompanyPage('00445790')}\`.`,
  },
  numberName: 'britishNumber',
  isNumber: isBritishNumber,
  pagePath,
  problem: 'must be a company number of eight characters for Companies House',
  toUrl: britishCompanyUrl,

  extract(answer, number) {
    const company = readBritishCompany(answer)
    if (company === null) return notFound
    const supplier = toBritishSupplier(company)
    if (supplier?.tgrams_id !== number) throw pageChanged('companies-house: another company')
    return found(
      // The codes of its trades have no labels.
      { ...toProfile(supplier, readBritishForm(company)), products_and_services: null },
      { form: 'companies-house', source: britishCompanyPage(number) },
    )
  },

  paramsFromUrl: (url) => ({ query: britishCompanyPage(pagePath.exec(new URL(url).pathname)?.[1] ?? url) }),
})
