// Keys, what can be done with one, and where that is done: by an account with its own, or by the operator with any.
import type { Schemas } from '@quarry/sdk'
import { quarry } from '../api.ts'

export type Key = Schemas['Key']
export type KeyValues = Pick<Key, 'alias' | 'scopes' | 'allowed_ips' | 'quotas'>
export type RecentCall = Pick<Schemas['LoggedCall'], 'at' | 'endpoint'>
/** How many of the last calls are looked at. */
export const recentMax = 100

/** Where keys are changed: an account's own, or any for the operator. */
export type KeyPlace = {
  create: (key: { alias: string } & Partial<KeyValues>) => Promise<{ secret: string }>
  change: (id: string, change: { active?: boolean } & Partial<KeyValues>) => Promise<unknown>
  rotate: (id: string, graceSeconds: number) => Promise<{ secret: string }>
  /** Its last calls, newest first, for whoever is about to revoke it. */
  recent: (id: string) => Promise<readonly RecentCall[]>
}

export const ownKeys: KeyPlace = {
  create: async (key) => (await quarry.request('POST', '/v2/keys', { body: key as never })).data as never,
  change: (id, change) => quarry.request('PATCH', '/v2/keys/{id}', { path: { id }, body: change }),
  rotate: async (id, grace) =>
    (await quarry.request('POST', '/v2/keys/{id}/rotate', { path: { id }, body: { grace_seconds: grace } }))
      .data as never,
  recent: async (id) =>
    (await quarry.request('GET', '/v2/calls', { query: { key: id, limit: recentMax } })).data.calls,
}

export type KeyAction =
  | { kind: 'create' }
  | { kind: 'change'; key: Key }
  | { kind: 'rotate'; key: Key }
  | { kind: 'switch'; key: Key }
