// Converts schemas for the API reference: named schemas become components, and `x-format` becomes `format`.
import { isDeepStrictEqual } from 'node:util'
import { mapValues } from '../../platform/lib/map-values.ts'
import type { Json } from '../docs/docs-document.ts'

const nested = ['anyOf', 'oneOf', 'allOf']

export type Schemas = ReturnType<typeof createSchemas>

export function createSchemas() {
  const components: Record<string, Json> = {}

  /** Converts a schema; `name` makes it a component if it has no name of its own. */
  function show(input: unknown, name?: string): Json {
    const { 'x-name': own, ...schema } = input as Json
    const component = (own ?? name) as string | undefined
    if (component === undefined) return convert(schema)
    const type = schema.type
    const isNullable = Array.isArray(type) && type.includes('null')
    const shown = convert(isNullable ? { ...schema, type: type[0] } : schema)
    const existing = components[component]
    if (existing && !isDeepStrictEqual(existing, shown))
      throw new Error(`two schemas have the name ${component}`)
    components[component] = shown
    const reference = { $ref: `#/components/schemas/${component}` }
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference
  }

  function convert({ 'x-format': format, ...schema }: Json): Json {
    const shown: Json = format === undefined ? {} : { format }
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties') shown[key] = mapValues(value as Json, (one) => show(one))
      else if (key === 'items') shown[key] = show(value)
      else if (nested.includes(key)) shown[key] = (value as unknown[]).map((one) => show(one))
      else shown[key] = value
    }
    return shown
  }

  return { show, components }
}

/** `company_email_pattern` → `CompanyEmailPattern`. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
