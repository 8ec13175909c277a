// Reads the details of an entity in the Norwegian register, for all sources.
import { isUrl } from '@quarry/kit/is-url'
import { companyDomain } from '@quarry/kit/read/company-domain'
import { toInteger } from '@quarry/kit/read/numbers'
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asText, at } from '@quarry/kit/read/values'

/** Up to three, the main one first. */
export const readTrades = (entity: JsonObject) =>
  [entity.naeringskode1, entity.naeringskode2, entity.naeringskode3].flatMap((trade) => {
    const code = asText(at(trade, 'kode'))
    return code === null ? [] : [{ code, label: asText(at(trade, 'beskrivelse')) }]
  })

/** Most websites are registered without a scheme. */
export function readWebsite(entity: JsonObject): { url: string; domain: string } | null {
  const text = asText(entity.hjemmeside)
  const domain = text === null ? null : companyDomain(text)
  if (text === null || domain === null) return null
  const url = /^https?:\/\//i.test(text) ? text : `https://${text}`
  return isUrl(url) ? { url, domain } : null
}

/** Null also for fewer than five: the register then says only that there are employees. */
export const readStaffCount = (entity: JsonObject): number | null =>
  entity.harRegistrertAntallAnsatte === false ? null : toInteger(entity.antallAnsatte)

export const readFoundedYear = (entity: JsonObject): string | null =>
  /^\d{4}(?=-)/.exec(asText(entity.stiftelsesdato) ?? '')?.[0] ?? null

export const readLegalForm = (entity: JsonObject): string | null =>
  asText(at(entity, 'organisasjonsform', 'beskrivelse'))

/** Counties by the first two digits of a municipality's number, since 2024. */
const counties: Readonly<Record<string, string>> = {
  ...{ '03': 'Oslo', 11: 'Rogaland', 15: 'Møre og Romsdal', 18: 'Nordland', 21: 'Svalbard', 22: 'Jan Mayen' },
  ...{ 31: 'Østfold', 32: 'Akershus', 33: 'Buskerud', 34: 'Innlandet', 39: 'Vestfold', 40: 'Telemark' },
  ...{ 42: 'Agder', 46: 'Vestland', 50: 'Trøndelag', 55: 'Troms', 56: 'Finnmark' },
}

/** The number and the name of the county of an address. */
export function readCounty(address: unknown): { code: string | null; name: string | null } {
  const code = /^\d\d(?=\d\d$)/.exec(asText(at(address, 'kommunenummer')) ?? '')?.[0] ?? null
  return { code, name: (code !== null && counties[code]) || null }
}
