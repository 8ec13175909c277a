// The one spelling of an amount on a label, whichever form of the page it comes from: `0.83 g`, `< 0.5 g`, `1604 kJ`.

const units: Readonly<Record<string, string>> = {
  g: 'g',
  gr: 'g',
  mg: 'mg',
  µg: 'µg',
  μg: 'µg',
  kj: 'kJ',
  kcal: 'kcal',
}

const amountForm = /^([<>≤≥~]?) ?(\d[\d ]{0,12}(?:[.,]\d{1,6})?) ?([a-zµμ]{0,4})$/i

/**
 * A point before the decimals and none for thousands, no zeros behind, one space before the unit; a bare number gets
 * the unit that the law lays down for it. What is no such amount stays as it is written.
 */
export function amountText(written: string, unit: string): string {
  const [, sign = '', digits = '', given = ''] = amountForm.exec(written.replace(/\s+/g, ' ').trim()) ?? []
  const known = given === '' ? unit : units[given.toLowerCase()]
  if (digits === '' || known === undefined) return written
  // Nobody writes energy to a thousandth: such a point parts thousands.
  const whole = /^k/.test(known) ? digits.replace(/[.,](?=\d{3}$)/, '') : digits
  const number = Number(whole.replaceAll(' ', '').replace(',', '.'))
  // Six digits are more than any label has: the rest is the noise of binary fractions.
  return `${sign === '' ? '' : `${sign} `}${Number(number.toPrecision(6))} ${known}`
}
