// Values of linked data in the shapes that pages use: names, images, offers, amounts and durations.
import { collapseSpace, plainText } from '@quarry/kit/read/clean-text'
import { linkedWord } from '@quarry/kit/read/linked-values'
import { toNumber } from '@quarry/kit/read/numbers'
import { toPrice } from '@quarry/kit/read/prices'
import { asList, asText, at } from '@quarry/kit/read/values'
import type { PageData } from './page-data.ts'

/** Text without markup and entities, on one line; null if it is empty. */
export function toText(value: unknown): string | null {
  const text = asText(asList(value)[0])
  return text === null ? null : /[<&]/.test(text) ? plainText(text) : collapseSpace(text) || null
}

export const toTexts = (value: unknown): string[] =>
  asList(value)
    .map(toText)
    .filter((text) => text !== null)

/** The names of persons, organisations, brands or places, each as a text or as a node. */
export const listNames = ({ resolve }: PageData, value: unknown): string[] =>
  asList(value)
    .map(resolve)
    .map((thing) => toText(thing) ?? toText(at(thing, 'name')))
    .filter((name) => name !== null)

/** The addresses of images, each as an address or as a node. */
export const listImages = ({ resolve, toUrl }: PageData, value: unknown): string[] => [
  ...new Set(
    asList(value)
      .map(resolve)
      .map((image) => toUrl(image) ?? toUrl(asList(at(image, 'url'))[0]) ?? toUrl(at(image, 'contentUrl')))
      .filter((url) => url !== null),
  ),
]

/** An amount: plain numbers as they are, other texts as prices are written. */
export const toAmount = (value: unknown): number | null =>
  toNumber(asList(value)[0]) ?? toPrice(asText(asList(value)[0]))?.amount ?? null

export const availabilities = [
  'in_stock',
  'limited',
  'pre_order',
  'back_order',
  'out_of_stock',
  'discontinued',
  'in_store_only',
  'online_only',
] as const
export type Availability = (typeof availabilities)[number]

const byWord: Readonly<Record<string, Availability>> = {
  instock: 'in_stock',
  available: 'in_stock',
  availablefororder: 'in_stock',
  limitedavailability: 'limited',
  preorder: 'pre_order',
  presale: 'pre_order',
  backorder: 'back_order',
  madetoorder: 'back_order',
  outofstock: 'out_of_stock',
  soldout: 'out_of_stock',
  oos: 'out_of_stock',
  reserved: 'out_of_stock',
  unavailable: 'out_of_stock',
  discontinued: 'discontinued',
  instoreonly: 'in_store_only',
  onlineonly: 'online_only',
}

/** `https://schema.org/InStock`, `in stock` and `instock` are the same; null for any other word. */
export function toAvailability(value: unknown): Availability | null {
  const word =
    linkedWord(toText(value))
      ?.toLowerCase()
      .replace(/[^a-z]/g, '') ?? ''
  return Object.hasOwn(byWord, word) ? (byWord[word] ?? null) : null
}

export type Offer = {
  price: number | null
  highPrice: number | null
  currency: string | null
  availability: Availability | null
  node: unknown
}

/** The first offer with a price, or else the first; null without offers. */
export function readOffer({ resolve }: PageData, value: unknown): Offer | null {
  const offers = asList(value)
    .map(resolve)
    .flatMap((offer) => [offer, ...asList(at(offer, 'offers')).map(resolve)])
    .map(toOffer)
  return offers.find(({ price }) => price !== null) ?? offers[0] ?? null
}

function toOffer(offer: unknown): Offer {
  const stated = asList(at(offer, 'priceSpecification'))[0]
  const text = asText(at(offer, 'price')) ?? asText(at(offer, 'lowPrice')) ?? asText(at(stated, 'price'))
  const currency = toText(at(offer, 'priceCurrency')) ?? toText(at(stated, 'priceCurrency'))
  return {
    price: toAmount(text),
    highPrice: toAmount(at(offer, 'highPrice')),
    currency: toCurrency(currency) ?? toPrice(text)?.currency ?? null,
    availability: toAvailability(at(offer, 'availability')),
    node: offer,
  }
}

/** The ISO 4217 code of a code in any case or of a currency sign. */
export function toCurrency(text: string | null): string | null {
  const code = text?.trim().toUpperCase() ?? ''
  return /^[A-Z]{3}$/.test(code) ? code : (toPrice(`1 ${code}`)?.currency ?? null)
}

/** Minutes of an ISO 8601 duration such as `PT1H30M`; null for anything else. */
export function toMinutes(value: unknown): number | null {
  const text = asText(asList(value)[0]) ?? ''
  const match =
    /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,4}(?:\.\d{1,3})?)H)?(?:(\d{1,5}(?:\.\d{1,3})?)M)?(?:\d{1,6}(?:\.\d{1,3})?S)?)?$/i.exec(
      text,
    )
  if (!match || /^PT?$/i.test(text)) return null
  const [, days = 0, hours = 0, minutes = 0] = match
  return Math.round(Number(days) * 1440 + Number(hours) * 60 + Number(minutes))
}
