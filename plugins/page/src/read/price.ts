// The price of a product: from its offer, from meta tags, or from the one place on the page that shows a price.
import { toPrice } from '@quarry/kit/read/prices'
import { type Form, once, type PageData } from './page-data.ts'
import type { Picker } from './picker.ts'
import { type Availability, type Offer, toAmount, toAvailability, toCurrency } from './values.ts'

type FromOffer = <T>(read: (offer: Offer) => T | null) => (readonly [Form, () => T | null])[]

const amountNames = [
  'product:sale_price:amount',
  'product:price:amount',
  'og:price:amount',
  'og:price:standard_amount',
]
const currencyNames = ['product:sale_price:currency', 'product:price:currency', 'og:price:currency']

export function readPrice(data: PageData, picker: Picker, fromOffer: FromOffer) {
  const shown = once(() => findShownPrice(data))
  return {
    price: picker.pick<number>(
      ['open-graph', () => readReducedPrice(data, fromOffer)],
      ...fromOffer(({ price }) => price),
      ['open-graph', () => toAmount(data.meta(...amountNames))],
      ['meta', () => toAmount(data.meta('price', 'twitter:data1'))],
      ['dom', () => shown()?.amount ?? null],
    ),
    high_price: picker.pick<number>(...fromOffer(({ highPrice }) => highPrice)),
    currency: picker.pick<string>(
      ...fromOffer(({ currency }) => currency),
      ['open-graph', () => toCurrency(data.meta(...currencyNames))],
      [
        'meta',
        () =>
          toCurrency(data.meta('pricecurrency', 'currency')) ??
          toPrice(data.meta('twitter:data1'))?.currency ??
          null,
      ],
      ['dom', () => shown()?.currency ?? null],
    ),
    availability: picker.pick<Availability>(
      ...fromOffer(({ availability }) => availability),
      ['open-graph', () => toAvailability(data.meta('product:availability', 'og:availability'))],
      ['meta', () => toAvailability(data.meta('availability'))],
      ['dom', () => findShownAvailability(data)],
    ),
  }
}

/** The price of a sale, if the offer still states the standard price that the meta tags name too. */
function readReducedPrice(data: PageData, fromOffer: FromOffer): number | null {
  const sale = toAmount(data.meta('product:sale_price:amount'))
  const current = toAmount(data.meta(sale === null ? 'product:price:amount' : 'product:sale_price:amount'))
  const standard = toAmount(
    data.meta('og:price:standard_amount', 'product:original_price:amount') ??
      (sale === null ? null : data.meta('product:price:amount')),
  )
  if (current === null || standard === null || current >= standard) return null
  const isStandard = fromOffer(({ price }) => price).some(([, read]) => read() === standard)
  return isStandard ? current : null
}

/** Null if the page shows several prices: only one of them would be right. */
function findShownPrice({ dom }: PageData) {
  for (const selector of [
    '[itemprop="price"]',
    '[class~="price" i], [id="price" i]',
    '[class*="product-price" i]',
  ]) {
    const prices = dom()
      .all(selector)
      .slice(0, 20)
      .flatMap((element) => toPrice(element.attr('content') ?? element.text()) ?? [])
    const [first] = prices
    if (first && prices.every(({ amount }) => amount === first.amount))
      return { ...first, currency: prices.find(({ currency }) => currency)?.currency ?? null }
  }
  return null
}

function findShownAvailability({ html, dom }: PageData): Availability | null {
  if (!/itemprop=["']?availability/i.test(html)) return null
  const element = dom().one('[itemprop="availability"]')
  return toAvailability(element?.attr('href') ?? element?.attr('content') ?? element?.text())
}
