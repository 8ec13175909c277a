// A caller's free text on its way into a search address: one spelling for equal searches, and no control characters.
import { invalidParameter } from '../errors.ts'

// Format characters stay: some scripts need joiners between letters.
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/

/**
 * The text with white space collapsed, in composed form; refuses what is empty or holds control characters.
 *
 * @example
 * readQueryText(' oak  stool ', 'query') // 'oak stool'
 */
export function readQueryText(text: string, parameter: string): string {
  if (control.test(text)) throw invalidParameter(parameter, 'must not contain control characters')
  if (!text.isWellFormed()) throw invalidParameter(parameter, 'must not contain a lone surrogate')
  const read = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (read === '') throw invalidParameter(parameter, 'must not be empty')
  return read
}
