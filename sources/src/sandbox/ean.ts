// Article numbers for the goods of pretend shops: a counter behind a country prefix, and the digit that checks it.

/** Twelve digits made thirteen. */
export function eanFrom(twelveDigits: string): string {
  let odd = 0
  let even = 0
  for (let i = 0; i < 12; i += 2) {
    odd += Number(twelveDigits[i])
    even += Number(twelveDigits[i + 1])
  }
  return `${twelveDigits}${(10 - ((odd + 3 * even) % 10)) % 10}`
}
