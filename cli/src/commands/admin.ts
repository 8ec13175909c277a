// `quarry admin`: accounts, credits and keys as the operator looks after them. What may be given stands in the server's
// own description of its admin routes.
import type { Command } from 'commander'
import { callRoute } from '../call-route.ts'
import type { Document } from '../catalogue.ts'
import { chooseFormat, type FormatOptions, printOne, printRows, type Row, say } from '../output.ts'
import { openOperator } from '../profile.ts'
import { withFormats } from './formats.ts'
import { keyColumns } from './keys.ts'

type Asked = { method: string; path: string; values?: Record<string, string>; pairs?: string[] }

const accountColumns = [
  'slug',
  'name',
  'active',
  'subscription.available',
  'bonus.available',
  'bonus.charged',
  'created',
]

export function addAdmin(program: Command): void {
  const admin = program.command('admin').description("accounts, credits and keys; needs the operator's token")
  addAccounts(admin)
  addKeys(admin)
  withFormats(admin.command('credits'))
    .description('grant an account credits: quarry admin credits acme 500 goodwill')
    .argument('<slug>')
    .argument('<credits>')
    .argument('<reason>')
    .action((slug: string, credits: string, reason: string, options: FormatOptions) =>
      show(
        {
          method: 'post',
          path: '/admin/accounts/{slug}/credits',
          values: { slug },
          pairs: [`credits=${credits}`, `reason=${reason}`],
        },
        options,
      ),
    )
  withFormats(admin.command('overview'))
    .description('accounts, keys and the last 24 hours at a glance')
    .action((options: FormatOptions) => show({ method: 'get', path: '/admin/overview' }, options))
  for (const [name, what, columns] of lists)
    withFormats(admin.command(name))
      .description(`${what}, newest first`)
      .argument('[key=value...]', 'filters, limit and cursor')
      .action((pairs: string[], options: FormatOptions) =>
        showList({ method: 'get', path: `/admin/${name}`, pairs }, columns, options),
      )
}

const lists = [
  ['calls', 'the calls of all accounts', ['at', 'account', 'endpoint', 'recorded_status', 'credits', 'ms']],
  ['jobs', 'the jobs of all accounts', ['created_at', 'account', 'endpoint', 'status', 'credits', 'job_id']],
  ['changes', 'what was changed, when and as whom', ['at', 'actor', 'action', 'subject']],
] as const

function addAccounts(admin: Command): void {
  const accounts = admin.command('accounts').description('list, show, create or change accounts')
  withFormats(accounts.command('list', { isDefault: true }))
    .description('all of them, newest first')
    .argument('[key=value...]', 'search, limit, cursor')
    .action((pairs: string[], options: FormatOptions) =>
      showList({ method: 'get', path: '/admin/accounts', pairs }, accountColumns, options),
    )
  withFormats(accounts.command('show'))
    .argument('<slug>')
    .action((slug: string, options: FormatOptions) =>
      show({ method: 'get', path: '/admin/accounts/{slug}', values: { slug } }, options),
    )
  withFormats(accounts.command('create'))
    .description('quarry admin accounts create slug=acme name=Acme bonus_credits=1000')
    .argument('<key=value...>')
    .action((pairs: string[], options: FormatOptions) =>
      show({ method: 'post', path: '/admin/accounts', pairs }, options),
    )
  withFormats(accounts.command('change'))
    .description('quarry admin accounts change acme active=false')
    .argument('<slug>')
    .argument('<key=value...>')
    .action((slug: string, pairs: string[], options: FormatOptions) =>
      show({ method: 'patch', path: '/admin/accounts/{slug}', values: { slug }, pairs }, options),
    )
}

function addKeys(admin: Command): void {
  const keys = admin.command('keys').description('list, create, change or rotate keys')
  withFormats(keys.command('list'))
    .argument('<slug>')
    .action((slug: string, options: FormatOptions) =>
      showList({ method: 'get', path: '/admin/accounts/{slug}/keys', values: { slug } }, keyColumns, options),
    )
  withFormats(keys.command('create'))
    .description(
      `quarry admin keys create acme alias=main scopes='["ticketing"]'; the secret is shown this once`,
    )
    .argument('<slug>')
    .argument('<key=value...>')
    .action((slug: string, pairs: string[], options: FormatOptions) =>
      show({ method: 'post', path: '/admin/accounts/{slug}/keys', values: { slug }, pairs }, options),
    )
  withFormats(keys.command('change'))
    .argument('<id>')
    .argument('<key=value...>')
    .action((id: string, pairs: string[], options: FormatOptions) =>
      show({ method: 'patch', path: '/admin/keys/{id}', values: { id }, pairs }, options),
    )
  withFormats(keys.command('rotate'))
    .description('a new secret: quarry admin keys rotate <id> grace_seconds=3600')
    .argument('<id>')
    .argument('[key=value...]')
    .action((id: string, pairs: string[], options: FormatOptions) =>
      show({ method: 'post', path: '/admin/keys/{id}/rotate', values: { id }, pairs }, options),
    )
}

async function ask({ pairs = [], ...asked }: Asked): Promise<unknown> {
  const quarry = openOperator()
  const document = (await quarry.request('GET', '/admin/openapi.json')).data as unknown as Document
  return callRoute(quarry, document, { ...asked, pairs })
}

async function show(asked: Asked, options: FormatOptions): Promise<void> {
  const data = await ask(asked)
  printOne(data, chooseFormat(options))
  if (typeof data === 'object' && data !== null && 'secret' in data) say('The secret is shown this once.')
}

/** What the list holds, and on stderr where it goes on. */
async function showList(asked: Asked, columns: readonly string[], options: FormatOptions): Promise<void> {
  const data = (await ask(asked)) as Record<string, unknown>
  const rows = (Object.values(data).find(Array.isArray) ?? []) as Row[]
  printRows(rows, columns, chooseFormat(options))
  if (typeof data.next_cursor === 'string') say(`There are more: cursor=${data.next_cursor}`)
}
