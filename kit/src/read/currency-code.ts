// Currencies by their ISO 4217 code, which some pages write in small letters.
import { asText } from './values.ts'

/** The code in upper case, or null if there is none. */
export const currencyCode = (value: unknown): string | null => asText(value)?.toUpperCase() ?? null
