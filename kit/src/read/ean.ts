// International article numbers (EAN): thirteen digits, the last of which is a check digit.

/** Whether a text is thirteen digits with the right check digit. */
export function isEan(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
