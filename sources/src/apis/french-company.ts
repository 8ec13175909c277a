// Reads the details of a company in the French register, for all sources.
import type { JsonObject } from '@quarry/kit/read/parse-json'
import { asText } from '@quarry/kit/read/values'

/** Null for values that the register marks as not public. */
export const readPublic = (value: unknown): string | null => {
  const text = asText(value)
  return text === null || /^\[N(?:D|ON-DIFFUSIBLE)\]$/i.test(text) ? null : text
}

/** Least and most employees; null for no upper bound. */
export type StaffBand = readonly [least: number, most: number | null]

/** INSEE's codes for numbers of employees. */
const staffBands: Readonly<Record<string, StaffBand>> = {
  ...{ NN: [0, 0], '00': [0, 0], '01': [1, 2], '02': [3, 5], '03': [6, 9], 11: [10, 19], 12: [20, 49] },
  ...{ 21: [50, 99], 22: [100, 199], 31: [200, 249], 32: [250, 499], 41: [500, 999], 42: [1000, 1999] },
  ...{ 51: [2000, 4999], 52: [5000, 9999], 53: [10_000, null] },
}

export const readStaffBand = (company: JsonObject): StaffBand | null =>
  staffBands[asText(company.tranche_effectif_salarie) ?? ''] ?? null

export const readFoundedYear = (company: JsonObject): string | null =>
  /^\d{4}(?=-)/.exec(asText(company.date_creation) ?? '')?.[0] ?? null

/** The country of a company's seat: `FR`, the name of another country, or null where the seat does not say. */
export function readSeatCountry(seat: JsonObject): string | null {
  const abroad = readPublic(seat.libelle_pays_etranger)
  if (abroad !== null || readPublic(seat.code_pays_etranger) !== null) return abroad
  return readPublic(seat.region) !== null || readPublic(seat.departement) !== null ? 'FR' : null
}

export const readSeatCity = (seat: JsonObject): string | null =>
  readPublic(seat.libelle_commune) ?? readPublic(seat.libelle_commune_etranger)
