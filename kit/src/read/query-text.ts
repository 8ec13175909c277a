// Reads texts that callers send as parameters: free text in one spelling for equal searches, and two-letter codes.
import { invalidParameter } from '../errors.ts'

// Format characters stay: some scripts need joiners between letters.
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/

/**
 * The text with white space collapsed, in composed form. Throws `invalidParameter` if it is empty or has control
 * characters.
 */
export function readQueryText(text: string, parameter: string): string {
  if (control.test(text)) throw invalidParameter(parameter, 'must not contain control characters')
  if (!text.isWellFormed()) throw invalidParameter(parameter, 'must not contain a lone surrogate')
  const read = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (read === '') throw invalidParameter(parameter, 'must not be empty')
  return read
}

/** The two-letter code of a country or a language in lower case; undefined if the parameter is absent. */
export function readTwoLetterCode(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (!/^[a-z]{2}$/i.test(value)) throw invalidParameter(name, 'must be a two-letter code, such as us or fr')
  return value.toLowerCase()
}
