// Reads headers such as Accept: the weight of each value, and whether a caller wants CSV rather than JSON.

/** Only an explicit `text/csv` counts; JSON is preferred where both are named with the same weight. */
export function prefersCsv(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/csv/i.test(accept)) return false
  const weights = readWeights(accept)
  const csv = weights.get('text/csv') ?? 0
  const json = weights.get('application/json')
  if (json !== undefined) return csv > json
  return csv > 0 && csv >= (weights.get('application/*') ?? weights.get('*/*') ?? 0)
}

/** The weight of each value, such as a media range, without its other parameters. */
export function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const range of header.toLowerCase().split(',')) {
    const [value = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(value, weight === undefined ? 1 : Number(weight) || 0)
  }
  return weights
}
