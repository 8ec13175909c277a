// What can be done with keys, and the routes that do it: an account manages its own keys, the operator those of any
// account.
import type { Schemas } from '@quarry/sdk'
import { quarry } from '../api.ts'

export type Key = Schemas['Key']
export type KeyValues = Pick<Key, 'alias' | 'scopes' | 'allowed_ips' | 'quotas'>
export type RecentCall = Pick<Schemas['LoggedCall'], 'at' | 'endpoint'>
export const quotaWindows = ['daily', 'weekly', 'monthly', 'total'] as const
/** How many of the last calls of a key are read. */
export const recentMax = 100

export type KeyRoutes = {
  create: (key: { alias: string } & Partial<KeyValues>) => Promise<{ secret: string }>
  change: (id: string, change: { active?: boolean } & Partial<KeyValues>) => Promise<unknown>
  rotate: (id: string, graceSeconds: number) => Promise<{ secret: string }>
  /** The last calls of a key, newest first: what a revocation would break. */
  recent: (id: string) => Promise<readonly RecentCall[]>
}

export const ownKeys: KeyRoutes = {
  create: async (key) => (await quarry.request('POST', '/v2/keys', { body: key as never })).data as never,
  change: (id, body) => quarry.request('PATCH', '/v2/keys/{id}', { path: { id }, body }),
  rotate: async (id, grace_seconds) =>
    (await quarry.request('POST', '/v2/keys/{id}/rotate', { path: { id }, body: { grace_seconds } }))
      .data as never,
  recent: async (id) =>
    (await quarry.request('GET', '/v2/calls', { query: { key: id, limit: recentMax } })).data.calls,
}

export const accountKeys = (slug: string): KeyRoutes => ({
  create: async (key) =>
    (await quarry.request('POST', '/admin/accounts/{slug}/keys', { path: { slug }, body: key as never }))
      .data as never,
  change: (id, body) => quarry.request('PATCH', '/admin/keys/{id}', { path: { id }, body }),
  rotate: async (id, grace_seconds) =>
    (await quarry.request('POST', '/admin/keys/{id}/rotate', { path: { id }, body: { grace_seconds } }))
      .data as never,
  recent: async (id) =>
    (await quarry.request('GET', '/admin/calls', { query: { account: slug, key: id, limit: recentMax } }))
      .data.calls,
})

export type KeyAction = { kind: 'create' } | { kind: 'change' | 'rotate' | 'switch'; key: Key }
