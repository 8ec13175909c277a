// Values as they are typed, into values as the wire wants them: by the type that the document gives the parameter.
// Bodies are never coerced by the server, so a number has to be one.
import type { Parameter, Schema } from './catalogue.ts'
import { UsageError } from './failure.ts'
import { meant } from './nearest.ts'

/** `key=value` pairs; a name that nobody takes would be ignored by the server, and so is refused here. */
export function readPairs(pairs: readonly string[], params: readonly Parameter[]): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) throw new UsageError(`${JSON.stringify(pair)} must be key=value`)
    const name = pair.slice(0, at)
    const parameter = params.find((one) => one.name === name)
    if (!parameter) {
      const names = params.map((one) => one.name)
      throw new UsageError(`there is no parameter ${JSON.stringify(name)}${meant(name, names)}`)
    }
    if (Object.hasOwn(given, name)) throw new UsageError(`${name} is given twice`)
    given[name] = readValue(parameter, pair.slice(at + 1))
  }
  const missing = params.find(({ name, isRequired }) => isRequired && !Object.hasOwn(given, name))
  if (missing) throw new UsageError(`${missing.name} is missing`)
  return given
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
    throw new UsageError(`${name} must be JSON`)
  }
}

function listTypes({ type, anyOf, enum: values }: Schema): string[] {
  if (anyOf) return anyOf.flatMap(listTypes)
  if (type === undefined) return values?.map((value) => (value === null ? 'null' : typeof value)) ?? []
  return Array.isArray(type) ? type : [type]
}
