// Keys, for the operator: make, list, change and rotate them.
import { list, object, text } from '@quarry/kit/schema'
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
import { describeId, exampleId } from './shared-schemas.ts'

const shared = { access: 'admin', tag: 'keys' } as const
const ofAccount = object({ slug: text('acme', { description: 'The account' }) })
const ofKey = object({ id: describeId('key') })

const createKey = route({
  ...shared,
  name: 'create_key',
  method: 'POST',
  path: '/admin/accounts/{slug}/keys',
  summary: 'Make a key',
  description:
    'With `permissions: ["manage"]` it makes, changes and rotates other keys of its account, within its own scopes, addresses and expiry; such a key has no quotas.',
  params: ofAccount,
  body: newKey,
  replies: {
    201: {
      description: 'The key, with its secret',
      schema: keyWithSecret,
      headers: describedSecretHeaders,
    },
  },
  refusals: ['not_found', 'conflict'],
  example: { params: { slug: 'acme' }, body: { alias: 'main' } },
  run: async ({ params, body, actor }, { keys }) => ({
    body: await keys.create(params.slug, body, actor),
    headers: secretHeaders,
  }),
})

const listKeys = route({
  ...shared,
  name: 'keys',
  method: 'GET',
  path: '/admin/accounts/{slug}/keys',
  summary: 'Keys of an account',
  params: ofAccount,
  replies: { 200: { description: 'The keys, oldest first', schema: object({ keys: list(key) }) } },
  refusals: ['not_found'],
  example: { params: { slug: 'acme' } },
  run: async ({ params }, { keys }) => ({ body: { keys: await keys.list(params.slug) } }),
})

const changeKey = route({
  ...shared,
  name: 'change_key',
  method: 'PATCH',
  path: '/admin/keys/{id}',
  summary: 'Change a key',
  description: 'What is not given stays.',
  params: ofKey,
  body: keyChange,
  replies: { 200: { description: 'The key', schema: key } },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: exampleId }, body: { active: true } },
  run: async ({ params, body, actor }, { keys }) => ({ body: await keys.change(params.id, body, actor) }),
})

const rotateKey = route({
  ...shared,
  name: 'rotate_key',
  method: 'POST',
  path: '/admin/keys/{id}/rotate',
  summary: 'Give a key a new secret',
  params: ofKey,
  body: rotation,
  replies: {
    200: {
      description: 'The key, with its new secret',
      schema: keyWithSecret,
      headers: describedSecretHeaders,
    },
  },
  refusals: ['not_found'],
  example: { params: { id: exampleId }, body: { grace_seconds: 3600 } },
  run: async ({ params, body: { grace_seconds = 0 }, actor }, { keys }) => ({
    body: await keys.rotate(params.id, { grace_seconds }, actor),
    headers: secretHeaders,
  }),
})

export const keyRoutes = [createKey, listKeys, changeKey, rotateKey]
