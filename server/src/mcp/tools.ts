// The tools of agents, from the list of routes: one for each lookup and a few for what surrounds them. Descriptions and
// schemas are shortened, because an agent pays for reading them whether it uses them or not.
import { covers } from '../access/scopes.ts'
import { pathNames } from '../route-data.ts'
import type { Route } from '../routes/index.ts'
import { isLookup, type LookupRoute } from '../routes/route.ts'

/** A schema as it is sent. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

export type ToolSchema = {
  type: 'object'
  properties: Record<string, { [name: string]: Json }>
  required?: string[]
}

export type Tool = {
  name: string
  description: string
  inputSchema: ToolSchema
  route: Route
}

/** Free routes that are tools, by the names of their routes. */
const others = ['usage', 'status', 'create_batch', 'batch', 'batch_results', 'job']

/** What decides over the kind of answer: a tool gives a record, or says why there is none. */
const withheld = new Set(['is_async', 'webhook', 'soft_fail', 'return_page_source', 'format'])
/** What every lookup takes; said once, in the instructions. */
const shared = new Set(['max_age', 'provider', 'require', 'require_any'])

export function createTools(routes: readonly Route[]): Tool[] {
  const lookups = routes
    .filter(isLookup)
    .filter(({ method, configured }) => method === configured.endpoint.method)
  const free = others.flatMap((name) => routes.filter((route) => route.name === name))
  return [...lookups.map(lookupTool), ...free.map(freeTool)]
}

/** What a key with scopes may not call it is not shown. */
export const permittedTools = (tools: readonly Tool[], scopes: readonly string[] | null): Tool[] =>
  tools.filter(
    ({ route }) =>
      scopes === null ||
      !isLookup(route) ||
      scopes.some((scope) => covers(scope, route.configured.endpoint.path)),
  )

/** Whether a lookup takes it, also unlisted. */
export const takes = ({ inputSchema, route }: Tool, name: string): boolean =>
  Object.hasOwn(inputSchema.properties, name) ||
  (isLookup(route) && shared.has(name) && isListed(route, name))

const isListed = (route: LookupRoute, name: string): boolean =>
  Object.hasOwn(readProperties(route.params), name)

function lookupTool(route: LookupRoute): Tool {
  const { price } = route.configured
  const said = firstSentence(route.configured.endpoint.description)
  return {
    name: route.name,
    description: `${route.summary} (${price} cr). ${said}`,
    inputSchema: buildSchema(route),
    route,
  }
}

const freeTool = (route: Route): Tool => ({
  name: route.name,
  description: `${route.summary}. Free${route.isIdempotent ? ' itself; each input costs its lookup' : ''}.`,
  inputSchema: buildSchema(route),
  route,
})

type AnySchema = {
  type?: string | string[]
  properties?: Record<string, AnySchema>
  required?: string[]
  enum?: Json[]
  description?: string
  anyOf?: AnySchema[]
  items?: AnySchema
}

const readProperties = (schema: object | undefined): Record<string, AnySchema> =>
  (schema as AnySchema | undefined)?.properties ?? {}

function buildSchema({ params, body, path }: Route): ToolSchema {
  const all = { ...readProperties(params), ...readProperties(body) }
  const required = [...readRequired(params), ...readRequired(body), ...pathNames(path)]
  const shown = Object.entries(all).filter(([name]) => !withheld.has(name) && !shared.has(name))
  const properties = Object.fromEntries(shown.map(([name, schema]) => [name, shorten(schema)]))
  const needed = [...new Set(required)].filter((name) => Object.hasOwn(properties, name))
  return { type: 'object', properties, ...(needed.length === 0 ? {} : { required: needed }) }
}

const readRequired = (schema: object | undefined): string[] =>
  (schema as AnySchema | undefined)?.required ?? []

const maxDescription = 90

function shorten({ type, enum: values, description, anyOf, items }: AnySchema): { [name: string]: Json } {
  const said = description === undefined ? '' : firstSentence(description)
  return {
    ...(type === undefined ? {} : { type }),
    ...(values ? { enum: values } : {}),
    ...(type === 'array' && items?.type ? { items: { type: items.type } } : {}),
    ...(anyOf ? { type: [...new Set(anyOf.flatMap((one) => one.type ?? []))] } : {}),
    ...(said === '' ? {} : { description: said }),
  }
}

function firstSentence(text: string): string {
  const [first = ''] = text.split(/(?<=\.)\s/, 1)
  return first.length > maxDescription ? `${first.slice(0, maxDescription - 1)}…` : first
}
