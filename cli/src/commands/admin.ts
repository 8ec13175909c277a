// `quarry admin`: accounts, credits and keys, for the operator.
import type { Command } from 'commander'
import { openOperator } from '../profile.ts'
import { keyColumns } from './keys.ts'
import { addRouteCommands, type RouteCommand } from './route-command.ts'

const accounts: RouteCommand[] = [
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

const keys: RouteCommand[] = [
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

const list = (name: string, description: string, columns: readonly string[]): RouteCommand => ({
  name,
  description: `list ${description}, newest first`,
  method: 'get',
  path: `/admin/${name}`,
  pairs: '[key=value...]',
  pairsHelp: 'filters, limit and cursor',
  columns,
})

const others: RouteCommand[] = [
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
  list('calls', 'the calls of all accounts', [
    'at',
    'account',
    'endpoint',
    'recorded_status',
    'credits',
    'ms',
  ]),
  list('jobs', 'the jobs of all accounts', [
    'created_at',
    'account',
    'endpoint',
    'status',
    'credits',
    'job_id',
  ]),
  list('changes', 'changes to accounts, keys and credits', ['at', 'actor', 'action', 'subject']),
]

export function addAdmin(program: Command): void {
  const admin = program
    .command('admin')
    .description('manage accounts, credits and keys; needs the admin token')
  const server = { open: openOperator, documentPath: '/admin/openapi.json', isIdempotent: true } as const
  const accountCommand = admin.command('accounts').description('list, show, create or change accounts')
  addRouteCommands(accountCommand, server, accounts)
  addRouteCommands(admin.command('keys').description('list, create, change or rotate keys'), server, keys)
  addRouteCommands(admin, server, others)
}
