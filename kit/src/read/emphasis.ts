// The words that a search engine emphasises in a snippet, because they match the query.
import type { Dom } from './dom.ts'

/** The distinct texts of `em`, `b` and `strong` inside an element, in page order. */
export function emphasised(element: Dom | null): string[] {
  const texts = (element?.all('em, b, strong') ?? [])
    // `<em><b>word</b></em>` is one match, not two.
    .filter((mark) => !mark.parent()?.closest('em, b, strong'))
    .map((mark) => mark.text())
  return [...new Set(texts.filter((text) => text !== null))]
}
