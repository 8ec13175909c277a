// Parses prices as pages write them: `1 234,56 €`, `$1,234.56`, `1.234,56 EUR`. A text that is not exactly one price is
// null: a wrong amount is worse than none.

/** An amount, and the ISO 4217 code of its currency; null if the text names none. */
export type Price = { amount: number; currency: string | null }

const bySign = new Map<string, string>(
  Object.entries({
    '€': 'EUR',
    euro: 'EUR',
    euros: 'EUR',
    $: 'USD',
    us$: 'USD',
    ca$: 'CAD',
    c$: 'CAD',
    a$: 'AUD',
    au$: 'AUD',
    nz$: 'NZD',
    hk$: 'HKD',
    s$: 'SGD',
    mx$: 'MXN',
    r$: 'BRL',
    '£': 'GBP',
    '¥': 'JPY',
    '₹': 'INR',
    '₩': 'KRW',
    '₺': 'TRY',
    '₪': 'ILS',
    '฿': 'THB',
    '₱': 'PHP',
    zł: 'PLN',
    kč: 'CZK',
    ft: 'HUF',
    'fr.': 'CHF',
  }),
)

// A sign or code, the digits with their separators, a sign or code; "12€50" puts the sign in the middle.
const priceText =
  /^([^\d\s.,+-]{1,6}|fr\.)?\s{0,3}([+-]?\d[\d.,'’ ]{0,30})\s{0,3}([^\d\s.,]{1,6}|fr\.)?\s{0,3}(\d{2})?$/i

/**
 * The amount and, if the text names it, the currency as an ISO 4217 code; null if the text is not a price.
 *
 * @example
 * toPrice('1.299,90 €') // { amount: 1299.9, currency: 'EUR' }
 */
export function toPrice(value: unknown): Price | null {
  if (typeof value === 'number') return Number.isFinite(value) ? { amount: value, currency: null } : null
  if (typeof value !== 'string') return null
  const match = priceText.exec(
    value
      .slice(0, 80)
      .replace(/[\s\u00a0\u202f\u2009]+/g, ' ')
      .trim(),
  )
  if (!match) return null
  const [, before, digits = '', after, cents] = match
  const amount = toAmount(cents && after ? `${digits.trim()}.${cents}` : digits.trim())
  const currency = [after, before].map(toCurrency).find((code) => code !== null) ?? null
  // Words around a number ("from 12", "12 left") do not make a price.
  if ((before && toCurrency(before) === null) || (after && toCurrency(after) === null)) return null
  return amount === null || (cents && !after) ? null : { amount, currency }
}

function toCurrency(sign: string | undefined): string | null {
  if (!sign) return null
  return bySign.get(sign.toLowerCase()) ?? (/^[A-Z]{3}$/.test(sign) ? sign : null)
}

/**
 * Parses digits with separators. The last separator is the decimal one if it follows a different one, or if it is
 * the only one and not followed by exactly three digits.
 */
function toAmount(text: string): number | null {
  const digits = text.replace(/['’ ]/g, '')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return /^[+-]?\d+$/.test(digits) ? Number(digits) : null
  const mark = digits.charAt(last)
  const whole = digits.slice(0, last)
  const fraction = digits.slice(last + 1)
  const grouping =
    whole.includes(mark) || (fraction.length === 3 && !/[.,]/.test(whole) && !/^[+-]?0*$/.test(whole))
  const groups = (grouping ? digits : whole).split(grouping ? mark : mark === '.' ? ',' : '.')
  if (!/^[+-]?\d+$/.test(groups[0] ?? '') || !groups.slice(1).every((group) => /^\d{3}$/.test(group)))
    return null
  if (!/^\d*$/.test(fraction)) return null
  return Number(grouping ? groups.join('') : `${groups.join('')}.${fraction || '0'}`)
}
