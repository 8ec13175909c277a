// An account's own keys, for a key with the permission `manage`: list, make, change and rotate them.
import { list, named, object } from '@quarry/kit/schema'
import { type Caller, canManage } from '../access/caller.ts'
import { Refusal } from '../errors.ts'
import {
  describedSecretHeaders,
  key,
  keyWithSecret,
  newOwnKey,
  ownKeyChange,
  rotation,
  secretHeaders,
} from './key-schemas.ts'
import { route } from './route.ts'
import { describeId, exampleId } from './shared-schemas.ts'

const shared = {
  access: 'key',
  tag: 'keys',
  permit(caller: Caller) {
    if (!canManage(caller)) throw new Refusal('forbidden')
  },
} as const
const ofKey = object({ id: describeId('key') })
const withSecret = { schema: keyWithSecret, headers: describedSecretHeaders }
const needsManage = 'Needs a key with the permission `manage`. Free.'

const ownKeys = route({
  ...shared,
  name: 'own_keys',
  method: 'GET',
  path: '/v2/keys',
  summary: 'Keys of the account',
  description: `Oldest first, without secrets. ${needsManage}`,
  params: object({}),
  replies: {
    200: { description: 'The keys', schema: object({ keys: list(key) }, named('KeyList')) },
  },
  refusals: [],
  example: {},
  run: async ({ caller }, parts) => ({ body: { keys: await parts.ownKeys.list(caller) } }),
})

const createOwnKey = route({
  ...shared,
  name: 'create_own_key',
  method: 'POST',
  path: '/v2/keys',
  summary: 'Make a key',
  description: `Its scopes, addresses and expiry are within those of the key that asks, and the same where they are not given. Sixty changes a minute for an account. ${needsManage}`,
  params: object({}),
  body: newOwnKey,
  replies: { 201: { description: 'The key, with its secret', ...withSecret } },
  refusals: ['conflict', 'unprocessable'],
  example: { body: { alias: 'reports', scopes: ['/v2/usage'] } },
  run: async ({ caller, body }, parts) => ({
    body: await parts.ownKeys.create(caller, body),
    headers: secretHeaders,
  }),
})

const changeOwnKey = route({
  ...shared,
  name: 'change_own_key',
  method: 'PATCH',
  path: '/v2/keys/{id}',
  summary: 'Change a key',
  description: `What is not given stays. A key changes neither itself nor another with \`manage\`, nor one that reaches further than itself. ${needsManage}`,
  params: ofKey,
  body: ownKeyChange,
  replies: { 200: { description: 'The key', schema: key } },
  refusals: ['not_found', 'conflict', 'unprocessable'],
  example: { params: { id: exampleId }, body: { active: true } },
  run: async ({ caller, params, body }, parts) => ({
    body: await parts.ownKeys.change(caller, params.id, body),
  }),
})

const rotateOwnKey = route({
  ...shared,
  name: 'rotate_own_key',
  method: 'POST',
  path: '/v2/keys/{id}/rotate',
  summary: 'Give a key a new secret',
  description: `The old one works for the grace, by default not at all. A key rotates what it may change. ${needsManage}`,
  params: ofKey,
  body: rotation,
  replies: { 200: { description: 'The key, with its new secret', ...withSecret } },
  refusals: ['not_found', 'unprocessable'],
  example: { params: { id: exampleId }, body: { grace_seconds: 3600 } },
  run: async ({ caller, params, body: { grace_seconds = 0 } }, parts) => ({
    body: await parts.ownKeys.rotate(caller, params.id, { grace_seconds }),
    headers: secretHeaders,
  }),
})

export const ownKeyRoutes = [ownKeys, createOwnKey, changeOwnKey, rotateOwnKey]
