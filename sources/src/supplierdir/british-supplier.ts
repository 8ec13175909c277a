// Converts a company of the British register to a supplier. Fields that the register does not have are null.
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText, asTexts } from '@quarry/kit/read/values'
import {
  britishCompanyPage,
  isBritishNumber,
  readCountry,
  readCreationYear,
} from '../apis/companies-house.ts'
import { emptyAddress, emptySupplier, findType } from './from-register.ts'
import type { Address, Supplier } from './supplier.ts'

export function toBritishSupplier(company: JsonObject): Supplier | null {
  const number = asText(company.company_number)
  const name = asText(company.company_name)
  if (number === null || !isBritishNumber(number) || name === null) return null
  const codes = asTexts(company.sic_codes)
  return {
    ...emptySupplier,
    url: britishCompanyPage(number),
    name,
    type: findType(codes[0] ?? null),
    address: toAddress(asObject(company.registered_office_address)),
    // The register has no labels of trades.
    headings: codes.length > 0 ? codes.map((code) => ({ heading_id: code, natural_name: null })) : null,
    tgrams_id: number,
    year_founded: readCreationYear(company),
  }
}

/** ISO 3166-2 codes of the parts of the United Kingdom. */
const partCodes: Readonly<Record<string, string>> = {
  England: 'ENG',
  Scotland: 'SCT',
  Wales: 'WLS',
  'Northern Ireland': 'NIR',
}

function toAddress(address: JsonObject | null): Address {
  if (address === null) return emptyAddress
  const part = asText(address.country)
  const code = (part !== null && partCodes[part]) || null
  return {
    ...emptyAddress,
    zip: asText(address.postal_code),
    city: asText(address.locality),
    state: code,
    state_name: code === null ? null : part,
    county: asText(address.region),
    country: readCountry(address),
    address1: joinStreet(asText(address.premises), asText(address.address_line_1)),
    address2: asText(address.address_line_2),
  }
}

/** `9 Mast Lane`; the name of a house gets a comma. */
function joinStreet(premises: string | null, street: string | null): string | null {
  const separator = /^\d+\w?$/.test(premises ?? '') ? ' ' : ', '
  return [premises, street].filter((part) => part !== null).join(separator) || null
}

const legalForms: Readonly<Record<string, string>> = {
  ltd: 'Private limited company',
  plc: 'Public limited company',
  llp: 'Limited liability partnership',
  'limited-partnership': 'Limited partnership',
  'private-unlimited': 'Private unlimited company',
  'private-limited-guarant-nsc': 'Private company limited by guarantee',
  'charitable-incorporated-organisation': 'Charitable incorporated organisation',
  'oversea-company': 'Overseas company',
}

/** In words; types without words of their own as the register writes them. */
export function readBritishForm(company: JsonObject): string | null {
  const type = asText(company.type) ?? asText(company.company_type)
  return type === null ? null : (legalForms[type] ?? type)
}
