// Builds the MCP tools from the routes: one per lookup, plus a few free ones. Descriptions and schemas are shortened,
// because agents pay tokens for reading them even if they never call the tool.
import { covers } from '../../accounts/key-bounds.ts'
import { pathNames } from '../../platform/route-data.ts'
import type { Route } from '../routes/create-routes.ts'
import { isLookup, type LookupRoute } from '../routes/route.ts'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }

export type Tool = ReturnType<typeof lookupTool | typeof freeTool>

/**
 * The schema of the structured result: an object with the value and its notes, because MCP takes no lists and some
 * clients show nothing else. Kept short, and without the fields of records: `fields` may leave some out, and long
 * records are cut.
 */
export const describeOutput = (record: { [name: string]: JsonValue }) => ({
  type: 'object' as const,
  properties: {
    record,
    note: { type: 'string' },
  },
  required: ['record'],
})

/** The names of the free routes that are also tools. */
const freeRoutes = ['usage', 'status', 'create_batch', 'batch', 'batch_results', 'job']

/** Parameters that change the kind of response: a tool always returns a record or an error. */
const withheld = new Set(['is_async', 'webhook', 'soft_fail', 'return_page_source', 'format'])
/** Parameters of every lookup; described once, in the instructions. */
const shared = new Set(['max_age', 'provider', 'require', 'require_any', 'fields'])

export function createTools(routes: readonly Route[]): Tool[] {
  const lookups = routes
    .filter(isLookup)
    .filter(({ method, configured }) => method === configured.endpoint.method)
  const free = freeRoutes.flatMap((name) => routes.filter((route) => route.name === name))
  return [...lookups.map(lookupTool), ...free.map(freeTool)]
}

/** Hides the lookups that the scopes of a key do not cover. */
export const permittedTools = (tools: readonly Tool[], scopes: readonly string[] | null): Tool[] =>
  tools.filter(
    ({ route }) =>
      scopes === null ||
      !isLookup(route) ||
      scopes.some((scope) => covers(scope, route.configured.endpoint.path)),
  )

/** Whether a tool accepts a parameter, including the shared ones that its schema does not list. */
export const takes = ({ inputSchema, route }: Tool, name: string): boolean =>
  Object.hasOwn(inputSchema.properties, name) || (isLookup(route) && shared.has(name))

function lookupTool(route: LookupRoute) {
  const { price, endpoint } = route.configured
  const { description, record } = endpoint
  return {
    name: route.name,
    title: route.summary,
    description: `${route.summary} (${price} cr). ${firstSentence(description)}`,
    inputSchema: buildSchema(route),
    outputSchema: describeOutput({ type: (record as AnySchema).type ?? 'object' }),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
    route,
  }
}

const freeTool = (route: Route) => ({
  name: route.name,
  title: route.summary,
  description: `${route.summary}. Free${route.isIdempotent ? ' itself; each input costs its lookup' : ''}.`,
  inputSchema: buildSchema(route),
  outputSchema: describeOutput({ type: 'object' }),
  annotations:
    route.method === 'GET'
      ? { readOnlyHint: true, idempotentHint: true, openWorldHint: false }
      : { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  route,
})

type AnySchema = {
  type?: string | string[]
  properties?: Record<string, AnySchema>
  required?: string[]
  enum?: JsonValue[]
  description?: string
  anyOf?: AnySchema[]
  items?: AnySchema
}

function buildSchema({ params, body, path }: Route) {
  const inputs = [params as AnySchema, (body ?? {}) as AnySchema]
  const all: Record<string, AnySchema> = Object.assign({}, ...inputs.map(({ properties }) => properties))
  const required = [...inputs.flatMap((input) => input.required ?? []), ...pathNames(path)]
  const shown = Object.entries(all).filter(([name]) => !withheld.has(name) && !shared.has(name))
  const properties = Object.fromEntries(shown.map(([name, schema]) => [name, shorten(schema)]))
  const needed = [...new Set(required)].filter((name) => Object.hasOwn(properties, name))
  return { type: 'object' as const, properties, ...(needed.length === 0 ? {} : { required: needed }) }
}

const maxDescription = 90

function shorten({ type, enum: values, description, anyOf, items }: AnySchema): {
  [name: string]: JsonValue
} {
  const short = description === undefined ? '' : firstSentence(description)
  return {
    ...(type === undefined ? {} : { type }),
    ...(values ? { enum: values } : {}),
    ...(type === 'array' && items?.type ? { items: { type: items.type } } : {}),
    ...(anyOf ? { type: [...new Set(anyOf.flatMap((variant) => variant.type ?? []))] } : {}),
    ...(short === '' ? {} : { description: short }),
  }
}

function firstSentence(text: string): string {
  const [first = ''] = text.split(/(?<=\.)\s/, 1)
  return first.length > maxDescription ? `${first.slice(0, maxDescription - 1)}…` : first
}
