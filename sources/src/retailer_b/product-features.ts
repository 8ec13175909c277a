// The feature block of a product page: titles with values, groups of labelled values, the line of references, and the
// table of nutrition. Titles are matched by their words, since their markup differs between layouts.
import type { Dom } from '@quarry/kit/read/dom'
import { plainWords } from '@quarry/kit/read/plain-words'
import { readNutrition } from './nutrition-table.ts'
import type { Features } from './product-record.ts'

type Known = { gtin: string | null; reference: string }

export function readFeatures(dom: Dom, known: Known): Features {
  const block = dom.one('#product-features')
  const { reference, ean } = referencesIn(block)
  return {
    ean: ean ?? known.gtin,
    reference: reference ?? known.reference,
    description: titled(block, 'description', ' '),
    ingredients: titled(block, 'ingredients', ' '),
    pays_de_fabrication: titled(block, 'pays de fabrication', ', '),
    denomination_legale_de_vente: titled(block, 'denomination legale de vente', ' '),
    contact: contactIn(block),
    valeurs_nutritionnelles: readNutrition(dom),
  }
}

const titles = 'h4, h5, h6, dt'
const labels = 'h4, h5, h6, dt, th, td, strong, b, label, span, p, div'

/** The first element whose whole text is the label, a colon aside. */
const labelIn = (block: Dom | null, selector: string, words: string): Dom | null =>
  block?.all(selector).find((element) => plainWords(element.text()) === words) ?? null

function titled(block: Dom | null, words: string, between: string): string | null {
  const title = labelIn(block, titles, words)
  return title ? valuesAfter(title).join(between) || null : null
}

/** The texts of the elements behind a title, up to the next title. */
function valuesAfter(title: Dom): string[] {
  const values: string[] = []
  for (let next = title.next(); next && next.tag !== title.tag; next = next.next())
    values.push(...partsOf(next))
  return values
}

const maxNesting = 4

/** A list of values stands in elements of its own; a text with a marked word in it is one value. */
function partsOf(element: Dom, nesting = 0): string[] {
  const whole = element.text()
  if (whole === null) return []
  const parts = nesting < maxNesting ? element.children().flatMap((child) => partsOf(child, nesting + 1)) : []
  const bare = (text: string) => text.replace(/\s/g, '')
  return bare(parts.join('')) === bare(whole) ? parts : [whole]
}

function contactIn(block: Dom | null): Features['contact'] {
  const heading = block?.all('h2, h3, h4').find((element) => plainWords(element.text()) === 'contact')
  const group = heading?.parent() ?? block
  const exploitant = labelled(group, 'exploitant')
  const service = labelled(group, 'service consommateur') ?? labelled(group, 'service consommateurs')
  return exploitant === null && service === null ? null : { exploitant, service_consommateur: service }
}

/** The value beside a label: the elements after it, or what its parent says besides. */
function labelled(group: Dom | null, words: string): string | null {
  const label = labelIn(group, labels, words)
  if (!label) return null
  const next = label.next()
  // Pairs in elements of one kind: only the very next one belongs to the label.
  const beside = next?.tag === label.tag ? next.text() : valuesAfter(label).join(' ') || null
  return beside ?? restOf(label.parent()?.text() ?? null, label.text())
}

const restOf = (whole: string | null, label: string | null): string | null =>
  whole && label && whole.startsWith(label)
    ? whole.slice(label.length).replace(/^[\s:]{0,5}/, '') || null
    : null

const referenceLabel = /^r[ée]f(?:[ée]rence)? ?\/ ?ean ?:? ?/i

/** `Réf / EAN : reference / ean[, ean…]`: the first number is the product's, further ones its other packings'. */
function referencesIn(block: Dom | null): { reference: string | null; ean: string | null } {
  // The last one that starts so is the innermost that holds label and value.
  const line = block
    ?.all('div, p, li, tr, dl, span')
    .map((element) => element.text() ?? '')
    .filter((text) => referenceLabel.test(text) && text.replace(referenceLabel, '') !== '')
    .at(-1)
  const [reference = '', eans = ''] = (line ?? '').slice(0, 500).replace(referenceLabel, '').split('/')
  return {
    reference: reference.trim() || null,
    ean: /(?<!\d)\d{8,14}(?!\d)/.exec(eans)?.[0] ?? null,
  }
}
