// The JSON of an API's response, recognised by its first character, because content types are often wrong.
import { type Page, pageChanged } from '../outcome.ts'
import { type JsonObject, parseJson } from './parse-json.ts'
import { asObject } from './values.ts'

/** The parsed JSON of a body; undefined if the body is a page, or JSON that cannot be read. */
export const jsonAnswer = (body: string): unknown =>
  /^[\s\ufeff]{0,50}[[{]/.test(body.slice(0, 60)) ? parseJson(body.replace(/^\ufeff/, '')) : undefined

/**
 * The JSON object in a response; null if it is anything else.
 *
 * @example
 * const id = asText(jsonObject(page)?.id)
 */
export const jsonObject = ({ body }: Pick<Page, 'body'>): JsonObject | null => asObject(jsonAnswer(body))

/**
 * For `redact`: removes the fields with these names at any depth. Throws if the page is not complete JSON.
 */
export const dropFields =
  (...names: string[]) =>
  (page: Page): Page => {
    const answer = jsonAnswer(page.body)
    if (answer === undefined) throw pageChanged('no JSON to redact')
    return {
      ...page,
      body: JSON.stringify(answer, (name, value) => (names.includes(name) ? undefined : value)),
    }
  }
