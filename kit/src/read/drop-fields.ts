// A JSON answer without certain fields, at whatever depth: how interfaces redact what they cannot ask to be left out.
import { type Page, pageChanged } from '../outcome.ts'
import { jsonAnswer } from './json-answer.ts'

/** Throws where the page is no whole JSON: nobody knows what is in it then. */
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
