// The keys of the calling account, for a key with the permission `manage`: list, create, change and rotate them.
import { list, named, object } from '@quarry/kit/schema'
import { type Caller, canManage } from '../access/caller.ts'
import type { OwnKeys } from '../access/own-keys.ts'
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

export type OwnKeyDeps = { ownKeys: OwnKeys }

const shared = {
  access: 'key',
  tag: 'keys',
  permit(caller: Caller) {
    if (!canManage(caller)) throw new Refusal('forbidden')
  },
} as const
const keyParams = object({ id: describeId('key') })
const withSecret = { schema: keyWithSecret, headers: describedSecretHeaders }
const needsManage = 'Needs a key with the permission `manage`. Free.'

const listOwnKeys = route({
  ...shared,
  name: 'own_keys',
  path: '/v2/keys',
  summary: 'List the keys of your account',
  description: `Oldest first, without secrets. ${needsManage}`,
  replies: { 200: { description: 'The keys', schema: object({ keys: list(key) }, named('KeyList')) } },
  run: async ({ caller }, { ownKeys }: OwnKeyDeps) => ({ body: { keys: await ownKeys.list(caller) } }),
})

const createOwnKey = route({
  ...shared,
  name: 'create_own_key',
  method: 'POST',
  path: '/v2/keys',
  summary: 'Create a key',
  description: `Scopes, addresses and expiry must be within those of the calling key, and default to them. At most 60 changes a minute per account. ${needsManage}`,
  body: newOwnKey,
  replies: { 201: { description: 'The key with its secret', ...withSecret } },
  refusals: ['conflict', 'unprocessable'],
  example: { body: { alias: 'reports', scopes: ['/v2/usage'] } },
  run: async ({ caller, body }, { ownKeys }: OwnKeyDeps) => ({
    body: await ownKeys.create(caller, body),
    headers: secretHeaders,
  }),
})

const changeOwnKey = route({
  ...shared,
  name: 'change_own_key',
  method: 'PATCH',
  path: '/v2/keys/{id}',
  summary: 'Change a key',
  description: `Fields that you omit keep their values. A key cannot change itself, a key with \`manage\`, or a key with broader permissions. ${needsManage}`,
  params: keyParams,
  body: ownKeyChange,
  replies: { 200: { description: 'The key', schema: key } },
  refusals: ['not_found', 'conflict', 'unprocessable'],
  example: { params: { id: exampleId }, body: { active: true } },
  run: async ({ caller, params, body }, { ownKeys }: OwnKeyDeps) => ({
    body: await ownKeys.change(caller, params.id, body),
  }),
})

const rotateOwnKey = route({
  ...shared,
  name: 'rotate_own_key',
  method: 'POST',
  path: '/v2/keys/{id}/rotate',
  summary: 'Replace the secret of a key',
  description: `The old secret works for \`grace_seconds\` more, by default 0. A key can rotate the keys that it can change. ${needsManage}`,
  params: keyParams,
  body: rotation,
  replies: { 200: { description: 'The key with its new secret', ...withSecret } },
  refusals: ['not_found', 'unprocessable'],
  example: { params: { id: exampleId }, body: { grace_seconds: 3600 } },
  run: async ({ caller, params, body: { grace_seconds = 0 } }, { ownKeys }: OwnKeyDeps) => ({
    body: await ownKeys.rotate(caller, params.id, { grace_seconds }),
    headers: secretHeaders,
  }),
})

export const ownKeyRoutes = [listOwnKeys, createOwnKey, changeOwnKey, rotateOwnKey]
