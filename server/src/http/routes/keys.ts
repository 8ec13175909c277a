// Keys: list, create, change and rotate them. An account does so with a key that has the permission `manage`, the
// operator for every account.
import { list, object } from '@quarry/kit/schema'
import { type Caller, canManage } from '../../accounts/caller.ts'
import {
  describedSecretHeaders,
  key,
  keyChange,
  keyWithSecret,
  newKey,
  newOwnKey,
  ownKeyChange,
  rotation,
  secretHeaders,
} from '../../accounts/key-schemas.ts'
import type { Keys } from '../../accounts/keys.ts'
import type { OwnKeys } from '../../accounts/own-keys.ts'
import { Refusal } from '../../platform/errors.ts'
import { namedObject } from '../../platform/lib/schemas.ts'
import { operatorChange } from './operator-change.ts'
import { route } from './route.ts'
import { accountSlug, describeId } from './shared-schemas.ts'

export type KeyDeps = { keys: Keys; ownKeys: OwnKeys }

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
  reply: { description: 'The keys', schema: namedObject('KeyList', { keys: list(key) }) },
  respond: async ({ caller }, { ownKeys }: KeyDeps) => ({ keys: await ownKeys.list(caller) }),
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
  headers: secretHeaders,
  respond: ({ caller, body }, { ownKeys }: KeyDeps) => ownKeys.create(caller, body),
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
  reply: { description: 'The key', schema: key },
  refusals: ['conflict', 'unprocessable'],
  example: { body: { active: true } },
  respond: ({ caller, params, body }, { ownKeys }: KeyDeps) => ownKeys.change(caller, params.id, body),
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
  reply: { description: 'The key with its new secret', ...withSecret },
  refusals: ['unprocessable'],
  example: { body: { grace_seconds: 3600 } },
  headers: secretHeaders,
  respond: ({ caller, params, body }, { ownKeys }: KeyDeps) => ownKeys.rotate(caller, params.id, body),
})

export const ownKeyRoutes = [listOwnKeys, createOwnKey, changeOwnKey, rotateOwnKey]

const operatorShared = { access: 'admin', tag: 'keys' } as const

const createKey = operatorChange({
  ...operatorShared,
  name: 'create_key',
  method: 'POST',
  path: '/admin/accounts/{slug}/keys',
  summary: 'Create a key',
  description:
    'A key with `permissions: ["manage"]` creates, changes and rotates other keys of its account, within its own scopes, addresses and expiry. Such a key has no quotas.',
  params: accountSlug,
  body: newKey,
  replies: { 201: { description: 'The key with its secret', ...withSecret } },
  refusals: ['conflict'],
  example: { body: { alias: 'main' } },
  headers: secretHeaders,
  hasSecret: true,
  change: ({ params, body, actor, transact }, { keys }: KeyDeps) =>
    keys.create(params.slug, body, actor, transact),
})

const listKeys = route({
  ...operatorShared,
  name: 'keys',
  path: '/admin/accounts/{slug}/keys',
  summary: 'List the keys of an account',
  params: accountSlug,
  reply: { description: 'The keys, oldest first', schema: object({ keys: list(key) }) },
  respond: async ({ params }, { keys }: KeyDeps) => ({ keys: await keys.list(params.slug) }),
})

const changeKey = operatorChange({
  ...operatorShared,
  name: 'change_key',
  method: 'PATCH',
  path: '/admin/keys/{id}',
  summary: 'Change a key',
  description: 'Fields that you omit keep their values.',
  params: keyParams,
  body: keyChange,
  replies: { 200: { description: 'The key', schema: key } },
  refusals: ['conflict'],
  example: { body: { active: true } },
  change: ({ params, body, actor, transact }, { keys }: KeyDeps) =>
    keys.change(params.id, body, actor, transact),
})

const rotateKey = operatorChange({
  ...operatorShared,
  name: 'rotate_key',
  method: 'POST',
  path: '/admin/keys/{id}/rotate',
  summary: 'Replace the secret of a key',
  params: keyParams,
  body: rotation,
  replies: { 200: { description: 'The key with its new secret', ...withSecret } },
  example: { body: { grace_seconds: 3600 } },
  headers: secretHeaders,
  hasSecret: true,
  change: ({ params, body, actor, transact }, { keys }: KeyDeps) =>
    keys.rotate(params.id, body, actor, transact),
})

export const keyRoutes = [createKey, listKeys, changeKey, rotateKey]
