// Accounts, for the operator: create, read and change one, grant credits, create a webhook secret.
import { object } from '@quarry/kit/schema'
import type { Accounts } from '../access/accounts.ts'
import type { RotateWebhookSecret } from '../webhooks/webhook-secrets.ts'
import { account, accountChange, grant, newAccount } from './admin-schemas.ts'
import { describedSecretHeaders, rotation, secretHeaders, webhookSecret } from './key-schemas.ts'
import { route } from './route.ts'
import { accountSlug } from './shared-schemas.ts'

export type AccountDeps = { accounts: Accounts; rotateWebhookSecret: RotateWebhookSecret }

const shared = { access: 'admin', tag: 'accounts' } as const
const oneAccount = { ...shared, params: accountSlug } as const
const reply = { description: 'The account', schema: account }

const createAccount = route({
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
  run: async ({ body, actor }, { accounts }: AccountDeps) => ({ body: await accounts.create(body, actor) }),
})

const readAccount = route({
  ...oneAccount,
  name: 'account',
  path: '/admin/accounts/{slug}',
  summary: 'Read an account',
  replies: { 200: reply },
  run: async ({ params }, { accounts }: AccountDeps) => ({ body: await accounts.get(params.slug) }),
})

const changeAccount = route({
  ...oneAccount,
  name: 'change_account',
  method: 'PATCH',
  path: '/admin/accounts/{slug}',
  summary: 'Change an account',
  description: 'Fields that you omit keep their values.',
  body: accountChange,
  replies: { 200: reply },
  example: { body: { active: true } },
  run: async ({ params, body, actor }, { accounts }: AccountDeps) => ({
    body: await accounts.change(params.slug, body, actor),
  }),
})

const grantCredits = route({
  ...oneAccount,
  name: 'grant_credits',
  method: 'POST',
  path: '/admin/accounts/{slug}/credits',
  summary: 'Grant credits to an account',
  description: 'Granted credits do not expire.',
  body: grant,
  replies: { 201: reply },
  example: { body: { credits: 500, reason: 'goodwill' } },
  run: async ({ params, body, actor }, { accounts }: AccountDeps) => ({
    body: await accounts.grant(params.slug, body, actor),
  }),
})

const createWebhookSecret = route({
  ...oneAccount,
  name: 'make_webhook_secret',
  method: 'POST',
  path: '/admin/accounts/{slug}/webhook_secret',
  summary: 'Create or replace the webhook secret of an account',
  body: rotation,
  replies: { 201: { description: 'The secret', schema: webhookSecret, headers: describedSecretHeaders } },
  example: { body: { grace_seconds: 3600 } },
  run: async ({ params, body: { grace_seconds = 0 }, actor }, deps: AccountDeps) => ({
    body: await deps.rotateWebhookSecret(params.slug, { grace_seconds }, actor),
    headers: secretHeaders,
  }),
})

export const accountRoutes = [createAccount, readAccount, changeAccount, grantCredits, createWebhookSecret]
