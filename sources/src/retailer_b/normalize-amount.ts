// One spelling for the amounts of a label: `0.83 g`, `< 0.5 g`, `1604 kJ`.

const units = new Map(
  Object.entries({ g: 'g', gr: 'g', mg: 'mg', µg: 'µg', μg: 'µg', kj: 'kJ', kcal: 'kcal' }),
)

const amountForm = /^([<>≤≥~]?) ?(\d[\d ]{0,12}(?:[.,]\d{1,6})?) ?([a-zµμ]{0,4})$/i

/** A decimal point, no thousands separator, no trailing zeros, and a unit; any other text is returned unchanged. */
export function normalizeAmount(text: string, defaultUnit: string): string {
  const [, sign = '', digits = '', unitText = ''] = amountForm.exec(text.replace(/\s+/g, ' ').trim()) ?? []
  const unit = unitText === '' ? defaultUnit : units.get(unitText.toLowerCase())
  if (digits === '' || unit === undefined) return text
  // Energy has no thousandths: such a separator groups thousands.
  const normalized = /^k/.test(unit) ? digits.replace(/[.,](?=\d{3}$)/, '') : digits
  const number = Number(normalized.replaceAll(' ', '').replace(',', '.'))
  // Labels have fewer than six digits: the rest is rounding noise.
  return `${sign === '' ? '' : `${sign} `}${Number(number.toPrecision(6))} ${unit}`
}
