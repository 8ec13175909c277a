// Reads the feature block of a product page: titles with values, groups of labelled values, the line of references and
// the nutrition table. Titles are matched by their words, because the layouts have different markup.
import type { Dom } from '@quarry/kit/read/dom'
import { plainWords } from '@quarry/kit/read/plain-words'
import { readNutrition } from './nutrition-table.ts'
import type { Features } from './product-record.ts'

/** `fallback` has the ids for pages whose block has no ids. */
export function readFeatures(dom: Dom, fallback: { gtin: string | null; reference: string }): Features {
  const block = dom.one('#product-features')
  const { reference, ean } = readReferences(block)
  return {
    ean: ean ?? fallback.gtin,
    reference: reference ?? fallback.reference,
    description: readTitled(block, 'description', ' '),
    ingredients: readTitled(block, 'ingredients', ' '),
    pays_de_fabrication: readTitled(block, 'pays de fabrication', ', '),
    denomination_legale_de_vente: readTitled(block, 'denomination legale de vente', ' '),
    contact: readContact(block),
    valeurs_nutritionnelles: readNutrition(dom),
  }
}

const titles = 'h4, h5, h6, dt'
const labels = 'h4, h5, h6, dt, th, td, strong, b, label, span, p, div'

/** The first element whose whole text is the label, without a colon. */
const findLabel = (block: Dom | null, selector: string, words: string): Dom | null =>
  block?.all(selector).find((element) => plainWords(element.text()) === words) ?? null

function readTitled(block: Dom | null, words: string, between: string): string | null {
  const title = findLabel(block, titles, words)
  return title ? listValuesAfter(title).join(between) || null : null
}

/** The texts of the elements after a title, up to the next title. */
function listValuesAfter(title: Dom): string[] {
  const values: string[] = []
  for (let next = title.next(); next && next.tag !== title.tag; next = next.next())
    values.push(...splitValues(next))
  return values
}

const maxNesting = 4

/** Each value of a list has its own element; a text with a marked-up word in it is one value. */
function splitValues(element: Dom, nesting = 0): string[] {
  const fullText = element.text()
  if (fullText === null) return []
  const parts =
    nesting < maxNesting ? element.children().flatMap((child) => splitValues(child, nesting + 1)) : []
  const bare = (text: string) => text.replace(/\s/g, '')
  return bare(parts.join('')) === bare(fullText) ? parts : [fullText]
}

function readContact(block: Dom | null): Features['contact'] {
  const heading = block?.all('h2, h3, h4').find((element) => plainWords(element.text()) === 'contact')
  const group = heading?.parent() ?? block
  const exploitant = readLabelled(group, 'exploitant')
  const service = readLabelled(group, 'service consommateur') ?? readLabelled(group, 'service consommateurs')
  return exploitant === null && service === null ? null : { exploitant, service_consommateur: service }
}

/** The value of a label: the elements after it, or the rest of its parent's text. */
function readLabelled(group: Dom | null, words: string): string | null {
  const label = findLabel(group, labels, words)
  if (!label) return null
  const next = label.next()
  // With labels and values in the same kind of element, only the next one belongs to the label.
  const beside = next?.tag === label.tag ? next.text() : listValuesAfter(label).join(' ') || null
  return beside ?? removePrefix(label.parent()?.text() ?? null, label.text())
}

const removePrefix = (fullText: string | null, label: string | null): string | null =>
  fullText && label && fullText.startsWith(label)
    ? fullText.slice(label.length).replace(/^[\s:]{0,5}/, '') || null
    : null

const referenceLabel = /^r[ée]f(?:[ée]rence)? ?\/ ?ean ?:? ?/i

/** `Réf / EAN : reference / ean[, ean…]`: the first number is the product's, others are of other packs. */
function readReferences(block: Dom | null): { reference: string | null; ean: string | null } {
  // The last match is the innermost element with label and value.
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
