// Keys, for the operator: make, list, change and rotate them.
import { list, object, text } from '../lib/schema.ts'
import { key, keyChange, keyWithSecret, newKey, rotation } from './admin-schemas.ts'
import { route } from './route.ts'
import { exampleId, idOf } from './shared-schemas.ts'

const shared = { access: 'admin', tag: 'keys' } as const
const ofAccount = object({ slug: text('acme', { description: 'The account' }) })
const ofKey = object({ id: idOf('key') })

const createKey = route({
  ...shared,
  name: 'create_key',
  method: 'POST',
  path: '/admin/accounts/{slug}/keys',
  summary: 'Make a key',
  params: ofAccount,
  body: newKey,
  replies: { 201: { description: 'The key, with its secret', schema: keyWithSecret } },
  refusals: ['not_found', 'conflict'],
  example: { params: { slug: 'acme' }, body: { alias: 'main' } },
  run: async ({ params, body, actor }, { keys }) => ({ body: await keys.create(params.slug, body, actor) }),
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
  refusals: ['not_found'],
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
  replies: { 200: { description: 'The key, with its new secret', schema: keyWithSecret } },
  refusals: ['not_found'],
  example: { params: { id: exampleId }, body: { grace_seconds: 3600 } },
  run: async ({ params, body: { grace_seconds = 0 }, actor }, { keys }) => ({
    body: await keys.rotate(params.id, { grace_seconds }, actor),
  }),
})

export const keyRoutes = [createKey, listKeys, changeKey, rotateKey]
