// Currencies by their ISO 4217 code, which some pages write in small letters.
import { asText } from './values.ts'

/**
 * The code in upper case, or null where there is none.
 *
 * @example
 * currencyCode('eur') // 'EUR'
 */
export const currencyCode = (value: unknown): string | null => asText(value)?.toUpperCase() ?? null
