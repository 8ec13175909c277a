// Values of HTTP headers: the weights in Accept, the content type of JSON, and the origins that browsers send.
import { isUrl } from '@quarry/kit/is-url'

/** Only an explicit `text/csv` counts; JSON is preferred if both are named with the same weight. */
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

/** The content type of every JSON response. */
export const jsonType = 'application/json; charset=utf-8'

/** Whether a browser would send exactly this text: scheme, normalized host, and a port unless it is the default. */
export function isOrigin(text: string): boolean {
  if (!isUrl(text)) return false
  const { protocol, hostname, origin } = new URL(text)
  // `*` parses as a host name, but browsers never send it.
  const isHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname)
  return (protocol === 'https:' || protocol === 'http:') && isHost && origin === text
}
