// Countries by their usual English name, as the runtime itself knows them.

let codes: Map<string, string> | undefined

/** `France` is FR; null where the name is not the usual one. */
export const regionCode = (englishName: string): string | null => {
  codes ??= readCodes()
  return codes.get(englishName.trim().toLowerCase()) ?? null
}

function readCodes(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const known = new Map<string, string>()
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code)
    // A code that has been replaced is known by the name of its successor.
    const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
    if (name !== undefined && isCurrent) known.set(name.toLowerCase(), code)
  }
  return known
}
