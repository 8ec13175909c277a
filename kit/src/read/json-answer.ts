// The JSON that a site's own API answers with, told from a page by its first character: content types are often wrong.
import { parseJson } from './parse-json.ts'

/** The answer, or undefined where the body is a page, or JSON that cannot be read. */
export const jsonAnswer = (body: string): unknown =>
  /^[\s\ufeff]{0,50}[[{]/.test(body.slice(0, 60)) ? parseJson(body.replace(/^\ufeff/, '')) : undefined
