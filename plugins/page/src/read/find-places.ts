// Finds the elements of a page that may show a value, such as a byline, without those of sidebars and related stories.
import type { Dom } from '@quarry/kit/read/dom'
import type { PageData } from './page-data.ts'

/** A selector, and a word that the markup must contain: without the word, the walk over the whole page is saved. */
export type Place = readonly [word: RegExp, selector: string]

const maxElements = 5
const maxLevels = 40
const sidebarNames =
  /sidebar|related|recommend|widget|comment|footer|popular|trending|latest|most-?read|blockquote/i

/**
 * The first elements of each place. Elements in sidebars and the like come last, because pages misuse such class names.
 */
export function* findPlaces(
  { dom, html }: PageData,
  places: readonly Place[],
  withSidebars = true,
): Generator<Dom> {
  const inSidebars: Dom[] = []
  for (const [word, selector] of places) {
    if (!word.test(html)) continue
    let count = 0
    for (const element of dom()
      .all(selector)
      .slice(0, maxElements * 4)) {
      if (isInSidebar(element)) inSidebars.push(element)
      else if (++count <= maxElements) yield element
    }
  }
  if (withSidebars) yield* inSidebars.slice(0, maxElements * 4)
}

function isInSidebar(element: Dom): boolean {
  let level = 0
  for (let up: Dom | null = element; up && up.tag !== 'body' && level < maxLevels; up = up.parent(), level++)
    if (/^(?:footer|nav|blockquote)$/.test(up.tag) || sidebarNames.test(readNames(up))) return true
  return false
}

const readNames = (element: Dom): string => `${element.attr('class') ?? ''} ${element.attr('id') ?? ''}`
