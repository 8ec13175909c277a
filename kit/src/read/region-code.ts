// Country codes by English name, from the runtime's own data.

let codes: Map<string, string> | undefined

/** The code of a country, `FR` for `France`; null if this is not its standard English name. */
export const regionCode = (englishName: string): string | null => {
  codes ??= readCodes()
  return codes.get(englishName.trim().toLowerCase()) ?? null
}

function readCodes(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codesByName = new Map<string, string>()
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code)
    // A replaced code has the name of the current one.
    const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
    if (name !== undefined && isCurrent) codesByName.set(name.toLowerCase(), code)
  }
  return codesByName
}
