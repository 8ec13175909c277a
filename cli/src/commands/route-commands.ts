// The commands that call one route of the server each: `quarry keys`, for a key with the permission to manage keys, and
// `quarry admin`, for the operator. Arguments are the path parameters, then key=value pairs, which are checked against the
// OpenAPI document of the server.
import type { Command } from 'commander'
import type { Quarry, Result } from '../../../sdk/src/index.ts'
import { type Document, listParameters, readPairs } from '../catalogue.ts'
import { UsageError } from '../failure.ts'
import { type FormatOptions, printNotice, printOne, printRows, type Row, withFormats } from '../output.ts'
import { openClient, openOperator } from '../profile.ts'

const keyColumns = ['id', 'alias', 'active', 'category', 'expires', 'scopes', 'permissions']

export const addKeys = (program: Command): void =>
  addRouteCommands(
    program
      .command('keys')
      .description('manage the keys of the account; needs a key with the permission "manage"'),
    { open: openClient, documentPath: '/openapi.json' },
    [
      {
        name: 'list',
        description: 'list the keys, without secrets',
        method: 'get',
        path: '/v2/keys',
        columns: keyColumns,
        isDefault: true,
      },
      {
        name: 'create',
        description: 'create a key: quarry keys create alias=reports scopes=company,ticketing',
        method: 'post',
        path: '/v2/keys',
        pairs: '<key=value...>',
        pairsHelp: 'alias, and any other value of a key',
      },
      {
        name: 'change',
        description: 'change a key: quarry keys change <id> active=false',
        method: 'patch',
        path: '/v2/keys/{id}',
        pairs: '<key=value...>',
      },
      {
        name: 'rotate',
        description: 'give a key a new secret: quarry keys rotate <id> grace_seconds=3600',
        method: 'post',
        path: '/v2/keys/{id}/rotate',
        pairs: '[key=value...]',
      },
    ],
  )

const accountRoutes: RouteCommand[] = [
  {
    name: 'list',
    description: 'list the accounts, newest first',
    method: 'get',
    path: '/admin/accounts',
    pairs: '[key=value...]',
    pairsHelp: 'search, limit, cursor',
    columns: [
      'slug',
      'name',
      'active',
      'subscription.available',
      'bonus.available',
      'bonus.charged',
      'created',
    ],
    isDefault: true,
  },
  { name: 'show', description: 'show one account', method: 'get', path: '/admin/accounts/{slug}' },
  {
    name: 'create',
    description: 'create an account: quarry admin accounts create slug=acme name=Acme bonus_credits=1000',
    method: 'post',
    path: '/admin/accounts',
    pairs: '<key=value...>',
  },
  {
    name: 'change',
    description: 'change an account: quarry admin accounts change acme active=false',
    method: 'patch',
    path: '/admin/accounts/{slug}',
    pairs: '<key=value...>',
  },
]

const accountKeyRoutes: RouteCommand[] = [
  {
    name: 'list',
    description: 'list the keys of an account, without secrets',
    method: 'get',
    path: '/admin/accounts/{slug}/keys',
    columns: keyColumns,
  },
  {
    name: 'create',
    description: `create a key: quarry admin keys create acme alias=main scopes='["ticketing"]'`,
    method: 'post',
    path: '/admin/accounts/{slug}/keys',
    pairs: '<key=value...>',
  },
  {
    name: 'change',
    description: 'change a key: quarry admin keys change <id> active=false',
    method: 'patch',
    path: '/admin/keys/{id}',
    pairs: '<key=value...>',
  },
  {
    name: 'rotate',
    description: 'give a key a new secret: quarry admin keys rotate <id> grace_seconds=3600',
    method: 'post',
    path: '/admin/keys/{id}/rotate',
    pairs: '[key=value...]',
  },
]

const listRoute = (name: string, description: string, columns: readonly string[]): RouteCommand => ({
  name,
  description: `list ${description}, newest first`,
  method: 'get',
  path: `/admin/${name}`,
  pairs: '[key=value...]',
  pairsHelp: 'filters, limit and cursor',
  columns,
})

const operatorRoutes: RouteCommand[] = [
  {
    name: 'credits',
    description:
      'grant credits to an account, or take them back: quarry admin credits acme 500 goodwill, quarry admin credits acme -100 mistake',
    method: 'post',
    path: '/admin/accounts/{slug}/credits',
    bodyArguments: ['credits', 'reason'],
  },
  {
    name: 'overview',
    description: 'show totals of accounts, keys and the last 24 hours',
    method: 'get',
    path: '/admin/overview',
  },
  listRoute('calls', 'the calls of all accounts', [
    'at',
    'account',
    'endpoint',
    'recorded_status',
    'credits',
    'ms',
  ]),
  listRoute('jobs', 'the jobs of all accounts', [
    'created_at',
    'account',
    'endpoint',
    'status',
    'credits',
    'job_id',
  ]),
  listRoute('changes', 'changes to accounts, keys and credits', ['at', 'actor', 'action', 'subject']),
]

export function addAdmin(program: Command): void {
  const admin = program
    .command('admin')
    .description('manage accounts, credits and keys; needs the admin token')
  const server = { open: openOperator, documentPath: '/admin/openapi.json', isIdempotent: true } as const
  const accountCommand = admin.command('accounts').description('list, show, create or change accounts')
  addRouteCommands(accountCommand, server, accountRoutes)
  addRouteCommands(
    admin.command('keys').description('list, create, change or rotate keys'),
    server,
    accountKeyRoutes,
  )
  addRouteCommands(admin, server, operatorRoutes)
}

type RouteCommand = {
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

type RouteOptions = FormatOptions & { idempotencyKey?: string }

function addRouteCommands(parent: Command, server: Server, routes: readonly RouteCommand[]): void {
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
    const options = args.at(-2) as RouteOptions
    const { data, meta } = await callRoute(server, route, values, [...typed, ...further], options)
    printResponse(data, route.columns, options)
    if (meta.isReplay) printNotice('An earlier command with this key made the change. Nothing changed now.')
  })
}

async function callRoute(
  { open, documentPath }: Server,
  { method, path }: RouteCommand,
  values: Record<string, unknown>,
  pairs: readonly string[],
  { idempotencyKey }: RouteOptions,
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

function printResponse(data: unknown, columns: readonly string[] | undefined, options: FormatOptions): void {
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
