// Accounts, for the operator: make, look at and change one, grant it credits, give it a webhook secret.
import { object, text } from '@quarry/kit/schema'
import { account, accountChange, grant, newAccount } from './admin-schemas.ts'
import { describedSecretHeaders, rotation, secretHeaders, webhookSecret } from './key-schemas.ts'
import { route } from './route.ts'

const shared = { access: 'admin', tag: 'accounts' } as const
const ofAccount = object({ slug: text('acme', { description: 'The account' }) })
const theAccount = { description: 'The account', schema: account }

const createAccount = route({
  ...shared,
  name: 'create_account',
  method: 'POST',
  path: '/admin/accounts',
  summary: 'Make an account',
  params: object({}),
  body: newAccount,
  replies: { 201: theAccount },
  refusals: ['conflict'],
  example: { body: { slug: 'acme', name: 'Acme', bonus_credits: 1000 } },
  run: async ({ body, actor }, { accounts }) => ({ body: await accounts.create(body, actor) }),
})

const showAccount = route({
  ...shared,
  name: 'account',
  method: 'GET',
  path: '/admin/accounts/{slug}',
  summary: 'One account',
  params: ofAccount,
  replies: { 200: theAccount },
  refusals: ['not_found'],
  example: { params: { slug: 'acme' } },
  run: async ({ params }, { accounts }) => ({ body: await accounts.get(params.slug) }),
})

const changeAccount = route({
  ...shared,
  name: 'change_account',
  method: 'PATCH',
  path: '/admin/accounts/{slug}',
  summary: 'Change an account',
  description: 'What is not given stays.',
  params: ofAccount,
  body: accountChange,
  replies: { 200: theAccount },
  refusals: ['not_found'],
  example: { params: { slug: 'acme' }, body: { active: true } },
  run: async ({ params, body, actor }, { accounts }) => ({
    body: await accounts.change(params.slug, body, actor),
  }),
})

const grantCredits = route({
  ...shared,
  name: 'grant_credits',
  method: 'POST',
  path: '/admin/accounts/{slug}/credits',
  summary: 'Grant an account credits',
  description: 'They do not expire.',
  params: ofAccount,
  body: grant,
  replies: { 201: theAccount },
  refusals: ['not_found'],
  example: { params: { slug: 'acme' }, body: { credits: 500, reason: 'goodwill' } },
  run: async ({ params, body, actor }, { accounts }) => ({
    body: await accounts.grant(params.slug, body, actor),
  }),
})

const makeWebhookSecret = route({
  ...shared,
  name: 'make_webhook_secret',
  method: 'POST',
  path: '/admin/accounts/{slug}/webhook_secret',
  summary: "Make an account's webhook secret, or a new one",
  params: ofAccount,
  body: rotation,
  replies: { 201: { description: 'The secret', schema: webhookSecret, headers: describedSecretHeaders } },
  refusals: ['not_found'],
  example: { params: { slug: 'acme' }, body: { grace_seconds: 3600 } },
  run: async ({ params, body: { grace_seconds = 0 }, actor }, { rotateWebhookSecret }) => ({
    body: await rotateWebhookSecret(params.slug, { grace_seconds }, actor),
    headers: secretHeaders,
  }),
})

export const accountRoutes = [createAccount, showAccount, changeAccount, grantCredits, makeWebhookSecret]
