// Values that JSON-LD writes in several shapes: an image as an address or as an object, a country as a code, a name
// or an object.
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
