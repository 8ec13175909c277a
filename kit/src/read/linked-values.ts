// Reads values that JSON-LD writes in several shapes: an image as an address or an object; a country as a code, a name
// or an object; a brand or a seller as a name or an object; a vocabulary term as an address; an id as a text, a
// property or a URN.
import { asList, asText, at } from './values.ts'

/** The address of an image or logo, or null; the first of several. */
export function linkedImage(value: unknown): string | null {
  const image = asList(value)[0]
  return asText(image) ?? asText(at(image, 'contentUrl')) ?? asText(at(image, 'url'))
}

/** The country of a postal address as the page writes it, or null. */
export const linkedCountry = (address: unknown): string | null => {
  const country = at(address, 'addressCountry')
  return asText(country) ?? asText(at(country, 'name'))
}

/** The name of a brand, a seller or a person, or null; the first of several. */
export function linkedName(value: unknown): string | null {
  const thing = asList(value)[0]
  return asText(thing) ?? asText(at(thing, 'name'))
}

/** The term of a vocabulary: `https://schema.org/InStock` and `InStock` are both `InStock`. */
export const linkedWord = (value: unknown): string | null => asText(value)?.split(/[/#]/).at(-1) || null

/**
 * What identifies a node: each `identifier`, bare or as a property with a value, then the node's own `@id`.
 */
export const linkedIds = (node: unknown): string[] =>
  [...asList(at(node, 'identifier')), at(node, '@id')]
    .map((id) => asText(id) ?? asText(at(id, 'value')))
    .filter((id) => id !== null)
