// Reads the two-letter code of a country or a language from a parameter.
import { invalidParameter } from '../errors.ts'

/**
 * The code in lower case; undefined where the parameter is absent.
 *
 * @example
 * readTwoLetterCode('country', 'FR') // 'fr'
 */
export function readTwoLetterCode(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (!/^[a-z]{2}$/i.test(value)) throw invalidParameter(name, 'must be a two-letter code, such as us or fr')
  return value.toLowerCase()
}
