// Converts an entity of the Norwegian register to a supplier. Fields that the register does not have are null.
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asObject, asText, asTexts } from '@quarry/kit/read/values'
import {
  entityPage,
  readCounty,
  readFoundedYear,
  readStaffCount,
  readTrades,
  readWebsite,
} from '../apis/bronnoysund.ts'
import { emptyAddress, emptySupplier, findType } from './from-register.ts'
import type { Address, Supplier } from './supplier.ts'

export function toNorwegianSupplier(entity: JsonObject): Supplier | null {
  const number = asText(entity.organisasjonsnummer)
  const name = asText(entity.navn)
  if (number === null || !/^\d{9}$/.test(number) || name === null) return null
  const trades = readTrades(entity)
  const [main] = trades
  const staff = readStaffCount(entity)
  return {
    ...emptySupplier,
    url: entityPage(number),
    name,
    type: findType(main?.code ?? null),
    address: toAddress(asObject(entity.forretningsadresse)),
    heading: main?.label ? { name: main.label, description: null } : null,
    headings: main ? trades.map(({ code, label }) => ({ heading_id: code, natural_name: label })) : null,
    website: readWebsite(entity)?.url ?? null,
    tgrams_id: number,
    year_founded: readFoundedYear(entity),
    primary_phone: asText(entity.telefon),
    number_employees: staff === null ? null : String(staff),
  }
}

function toAddress(address: JsonObject | null): Address {
  if (address === null) return emptyAddress
  const lines = asTexts(address.adresse)
  const county = readCounty(address)
  return {
    ...emptyAddress,
    zip: asText(address.postnummer),
    city: asText(address.poststed),
    state: county.code,
    state_name: county.name,
    county: asText(address.kommune),
    country: asText(address.landkode) ?? asText(address.land),
    address1: lines[0] ?? null,
    address2: lines[1] ?? null,
    address3: lines.slice(2).join(', ') || null,
  }
}
