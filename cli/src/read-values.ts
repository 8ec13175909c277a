// Converts typed texts to the types of their parameters. The server does not convert values of bodies.
import type { Parameter, Schema } from './catalogue.ts'
import { UsageError } from './failure.ts'
import { suggestName } from './nearest.ts'

/** Reads `key=value` pairs. Unknown names are refused, because the server would ignore them. */
export function readPairs(pairs: readonly string[], params: readonly Parameter[]): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) throw new UsageError(`${JSON.stringify(pair)} must be key=value`)
    const name = pair.slice(0, at)
    const parameter = params.find((candidate) => candidate.name === name)
    if (!parameter) {
      const names = params.map((one) => one.name)
      throw new UsageError(`unknown parameter ${JSON.stringify(name)}${suggestName(name, names)}`)
    }
    if (Object.hasOwn(input, name)) throw new UsageError(`${name} is set twice`)
    input[name] = readValue(parameter, pair.slice(at + 1))
  }
  const missing = params.find(({ name, isRequired }) => isRequired && !Object.hasOwn(input, name))
  if (missing) throw new UsageError(`the parameter ${missing.name} is missing`)
  return input
}

export function readValue({ name, schema }: Parameter, text: string): unknown {
  const types = listTypes(schema)
  if (types.includes('null') && text === 'null') return null
  if (types.includes('integer') && /^-?\d+$/.test(text)) return Number(text)
  if (types.includes('number') && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (types.includes('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (types.includes('string')) return text
  if (types.length > 0 && !types.includes('object') && !types.includes('array'))
    throw new UsageError(`${name} must be ${types.filter((type) => type !== 'null').join(' or ')}`)
  try {
    return JSON.parse(text)
  } catch {
    // Lists of texts can be written without JSON: scopes=company,ticketing.
    if (isTextList(schema)) return text.split(',').map((part) => part.trim())
    throw new UsageError(`${name} must be JSON`)
  }
}

const isTextList = (schema: Schema): boolean =>
  schema.anyOf?.some(isTextList) ?? (schema.items !== undefined && listTypes(schema.items).includes('string'))

function listTypes({ type, anyOf, enum: values }: Schema): string[] {
  if (anyOf) return anyOf.flatMap(listTypes)
  if (type === undefined) return values?.map((value) => (value === null ? 'null' : typeof value)) ?? []
  return Array.isArray(type) ? type : [type]
}
