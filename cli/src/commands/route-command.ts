// Adds a command that calls one route of the server. Arguments are the path parameters, then key=value pairs, which are
// checked against the OpenAPI document of the server.
import type { Command } from 'commander'
import type { Quarry, Result } from '../../../sdk/src/index.ts'
import { type Document, listParameters } from '../catalogue.ts'
import { UsageError } from '../failure.ts'
import { type FormatOptions, printNotice, printOne, printRows, type Row, withFormats } from '../output.ts'
import { readPairs } from '../read-values.ts'

export type RouteCommand = {
  name: string
  description: string
  method: 'get' | 'post' | 'patch'
  path: string
  /** The argument for key=value pairs, as Commander writes it; left out if the route takes none. */
  pairs?: '[key=value...]' | '<key=value...>'
  pairsHelp?: string
  /** Values of the body that are arguments of their own. */
  bodyArguments?: readonly string[]
  /** The columns of a list; one object is printed without them. */
  columns?: readonly string[]
  isDefault?: boolean
}

type Server = {
  open: () => Quarry
  documentPath: '/openapi.json' | '/admin/openapi.json'
  /** Whether changes accept an idempotency key. */
  isIdempotent?: true
}

type Options = FormatOptions & { idempotencyKey?: string }

export function addRouteCommands(parent: Command, server: Server, routes: readonly RouteCommand[]): void {
  for (const route of routes) addRouteCommand(parent, server, route)
}

function addRouteCommand(parent: Command, server: Server, route: RouteCommand): void {
  const { pairs, pairsHelp, bodyArguments = [], isDefault = false } = route
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const command = withFormats(parent.command(route.name, { isDefault })).description(route.description)
  for (const name of [...names, ...bodyArguments]) command.argument(`<${name}>`)
  if (pairs) command.argument(pairs, pairsHelp ?? '')
  if (server.isIdempotent && route.method !== 'get')
    command.option('--idempotency-key <key>', 'make a repeated change only once')
  command.action(async (...args: unknown[]) => {
    const values = Object.fromEntries(names.map((name, n) => [name, args[n]]))
    const typed = bodyArguments.map((name, n) => `${name}=${args[names.length + n]}`)
    const further = pairs ? (args[names.length + bodyArguments.length] as string[]) : []
    const options = args.at(-2) as Options
    const { data, meta } = await callRoute(server, route, values, [...typed, ...further], options)
    print(data, route.columns, options)
    if (meta.isReplay) printNotice('An earlier command with this key made the change. Nothing changed now.')
  })
}

async function callRoute(
  { open, documentPath }: Server,
  { method, path }: RouteCommand,
  values: Record<string, unknown>,
  pairs: readonly string[],
  { idempotencyKey }: Options,
): Promise<Result<unknown>> {
  const quarry = open()
  const document = (await quarry.request('GET', documentPath)).data as unknown as Document
  const operation = document.paths[path]?.[method]
  if (!operation) throw new UsageError(`the server has no route ${method.toUpperCase()} ${path}`)
  // An older server would make the change again.
  if (idempotencyKey !== undefined && !operation.parameters?.some(({ name }) => name === 'Idempotency-Key'))
    throw new UsageError('this server is too old for --idempotency-key')
  const params = listParameters(document, operation).filter(({ name }) => !path.includes(`{${name}}`))
  const input = readPairs(pairs, params)
  const request = quarry.request as (method: string, path: string, params: object) => Promise<Result<unknown>>
  const sent = method === 'get' ? { query: input } : { body: input }
  const keyed = idempotencyKey === undefined ? {} : { idempotencyKey }
  return request(method.toUpperCase(), path, { path: values, ...sent, ...keyed })
}

function print(data: unknown, columns: readonly string[] | undefined, options: FormatOptions): void {
  if (!columns) {
    printOne(data, options)
    if (typeof data === 'object' && data !== null && 'secret' in data)
      printNotice('Store the secret now. It is shown only once.')
    return
  }
  const list = data as Record<string, unknown>
  printRows((Object.values(list).find(Array.isArray) ?? []) as Row[], columns, options)
  if (typeof list.next_cursor === 'string')
    printNotice(`There are more. Continue with cursor=${list.next_cursor}`)
}
