// Accounts, for the operator: create, list, read and change them, grant credits or take them back, create a webhook secret. And the log of
// these changes.
import { integer, object, optional, text } from '@quarry/kit/schema'
import {
  type AccountStore,
  account,
  accountChange,
  creditChange,
  listAccounts,
  newAccount,
} from '../../accounts/account-store.ts'
import { listChanges, loggedChange } from '../../accounts/admin-log.ts'
import { describedSecretHeaders, rotation, secretHeaders, webhookSecret } from '../../accounts/key-schemas.ts'
import type { RotateWebhookSecret } from '../../calls/webhooks/webhook-secrets.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import { operatorChange } from './operator-change.ts'
import { route } from './route.ts'
import { accountSlug, describeList } from './shared-schemas.ts'

export type AccountDeps = {
  accounts: AccountStore
  rotateWebhookSecret: RotateWebhookSecret
  reads: Reads
  /** Requests per second of accounts without a `rate_limit`; null is unlimited. */
  defaultPerSecond: number | null
}

const shared = { access: 'admin', tag: 'accounts' } as const
const oneAccount = { ...shared, params: accountSlug } as const
const reply = { description: 'The account', schema: account }

const createAccount = operatorChange({
  ...shared,
  name: 'create_account',
  method: 'POST',
  path: '/admin/accounts',
  summary: 'Create an account',
  params: object({}),
  body: newAccount,
  replies: { 201: reply },
  refusals: ['conflict'],
  example: { body: { slug: 'acme', name: 'Acme', bonus_credits: 1000 } },
  change: ({ body, actor, transact }, { accounts }: AccountDeps) => accounts.create(body, actor, transact),
})

const readAccount = route({
  ...oneAccount,
  name: 'account',
  path: '/admin/accounts/{slug}',
  summary: 'Read an account',
  reply,
  respond: ({ params }, { accounts }: AccountDeps) => accounts.get(params.slug),
})

const changeAccount = operatorChange({
  ...oneAccount,
  name: 'change_account',
  method: 'PATCH',
  path: '/admin/accounts/{slug}',
  summary: 'Change an account',
  description: 'Fields that you omit keep their values.',
  body: accountChange,
  replies: { 200: reply },
  example: { body: { active: true } },
  change: ({ params, body, actor, transact }, { accounts }: AccountDeps) =>
    accounts.change(params.slug, body, actor, transact),
})

const grantCredits = operatorChange({
  ...oneAccount,
  name: 'grant_credits',
  method: 'POST',
  path: '/admin/accounts/{slug}/credits',
  summary: 'Grant credits to an account, or take them back',
  description:
    'Granted credits do not expire. A negative number takes bonus credits back: credits that are held stay held, and 422 names how many are available if that is less.',
  body: creditChange,
  replies: { 201: reply },
  example: { body: { credits: 500, reason: 'goodwill' } },
  change: ({ params, body, actor, transact }, { accounts }: AccountDeps) =>
    accounts.changeCredits(params.slug, body, actor, transact),
})

const createWebhookSecret = operatorChange({
  ...oneAccount,
  name: 'make_webhook_secret',
  method: 'POST',
  path: '/admin/accounts/{slug}/webhook_secret',
  summary: 'Create or replace the webhook secret of an account',
  body: rotation,
  replies: { 201: { description: 'The secret', schema: webhookSecret, headers: describedSecretHeaders } },
  example: { body: { grace_seconds: 3600 } },
  headers: secretHeaders,
  hasSecret: true,
  change: ({ params, body, actor, transact }, deps: AccountDeps) =>
    deps.rotateWebhookSecret(params.slug, body, actor, transact),
})

export const accountRoutes = [createAccount, readAccount, changeAccount, grantCredits, createWebhookSecret]

const listLimit = optional(integer(50, 'Maximum number of items, 1 to 1000; by default 50.'))
const idCursor = optional(text('81', '`next_cursor` of the previous page.'))
const listExample = { exampleCursor: '81', exampleLimit: 50 }

const allAccounts = route({
  ...shared,
  name: 'accounts',
  path: '/admin/accounts',
  summary: 'List all accounts',
  description: 'Newest first, with their balances.',
  params: object({
    search: optional(text('acm', 'Part of the slug or name.')),
    limit: listLimit,
    cursor: idCursor,
  }),
  ...describeList('accounts', account, 'AccountPage', listExample),
  respond: ({ params }, { reads, defaultPerSecond }: AccountDeps) =>
    listAccounts(reads('operator'), { ...params, defaultPerSecond }),
})

const changes = route({
  ...shared,
  name: 'changes',
  path: '/admin/changes',
  summary: 'List the changes to accounts and keys',
  params: object({
    subject: optional(text('acme', 'Only changes of this account (slug) or key (id).')),
    limit: listLimit,
    cursor: idCursor,
  }),
  ...describeList('changes', loggedChange, 'ChangePage', listExample),
  respond: ({ params }, { reads }: AccountDeps) => listChanges(reads('operator'), params),
})

export const accountListRoutes = [allAccounts, changes]
