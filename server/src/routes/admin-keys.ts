// Keys, for the operator: create, list, change and rotate them.
import { list, object } from '@quarry/kit/schema'
import type { Keys } from '../access/keys.ts'
import {
  describedSecretHeaders,
  key,
  keyChange,
  keyWithSecret,
  newKey,
  rotation,
  secretHeaders,
} from './key-schemas.ts'
import { route } from './route.ts'
import { accountSlug, describeId, exampleId } from './shared-schemas.ts'

export type KeyDeps = { keys: Keys }

const shared = { access: 'admin', tag: 'keys' } as const
const keyParams = object({ id: describeId('key') })
const withSecret = { schema: keyWithSecret, headers: describedSecretHeaders }

const createKey = route({
  ...shared,
  name: 'create_key',
  method: 'POST',
  path: '/admin/accounts/{slug}/keys',
  summary: 'Create a key',
  description:
    'A key with `permissions: ["manage"]` creates, changes and rotates other keys of its account, within its own scopes, addresses and expiry. Such a key has no quotas.',
  params: accountSlug,
  body: newKey,
  replies: { 201: { description: 'The key with its secret', ...withSecret } },
  refusals: ['not_found', 'conflict'],
  example: { params: { slug: 'acme' }, body: { alias: 'main' } },
  run: async ({ params, body, actor }, { keys }: KeyDeps) => ({
    body: await keys.create(params.slug, body, actor),
    headers: secretHeaders,
  }),
})

const listKeys = route({
  ...shared,
  name: 'keys',
  path: '/admin/accounts/{slug}/keys',
  summary: 'List the keys of an account',
  params: accountSlug,
  replies: { 200: { description: 'The keys, oldest first', schema: object({ keys: list(key) }) } },
  refusals: ['not_found'],
  example: { params: { slug: 'acme' } },
  run: async ({ params }, { keys }: KeyDeps) => ({ body: { keys: await keys.list(params.slug) } }),
})

const changeKey = route({
  ...shared,
  name: 'change_key',
  method: 'PATCH',
  path: '/admin/keys/{id}',
  summary: 'Change a key',
  description: 'Fields that you omit keep their values.',
  params: keyParams,
  body: keyChange,
  replies: { 200: { description: 'The key', schema: key } },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: exampleId }, body: { active: true } },
  run: async ({ params, body, actor }, { keys }: KeyDeps) => ({
    body: await keys.change(params.id, body, actor),
  }),
})

const rotateKey = route({
  ...shared,
  name: 'rotate_key',
  method: 'POST',
  path: '/admin/keys/{id}/rotate',
  summary: 'Replace the secret of a key',
  params: keyParams,
  body: rotation,
  replies: { 200: { description: 'The key with its new secret', ...withSecret } },
  refusals: ['not_found'],
  example: { params: { id: exampleId }, body: { grace_seconds: 3600 } },
  run: async ({ params, body: { grace_seconds = 0 }, actor }, { keys }: KeyDeps) => ({
    body: await keys.rotate(params.id, { grace_seconds }, actor),
    headers: secretHeaders,
  }),
})

export const keyRoutes = [createKey, listKeys, changeKey, rotateKey]
