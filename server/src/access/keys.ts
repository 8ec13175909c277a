// Creates, lists and changes keys for the operator: of any account and with any permission.
import type { Pool } from 'pg'
import { inTransaction } from '../db/transaction.ts'
import { findAccountId } from './accounts.ts'
import { checkGrace } from './check-values.ts'
import { type KeyView, type KeyWithSecret, listKeys } from './key-view.ts'
import { changeKey, createKey, type KeyChange, type NewKeyRequest, rotateKey } from './write-keys.ts'

export type Keys = {
  create: (slug: string, key: NewKeyRequest, actor: string) => Promise<KeyWithSecret>
  list: (slug: string) => Promise<KeyView[]>
  change: (id: string, change: KeyChange, actor: string) => Promise<KeyView>
  /** Creates a new secret; the old one stays valid for `grace_seconds`. */
  rotate: (id: string, options: { grace_seconds: number }, actor: string) => Promise<KeyWithSecret>
}

export function createKeys({ pool }: { pool: Pool }): Keys {
  return {
    create: (slug, key, actor) =>
      inTransaction(pool, async (client) => createKey(client, await findAccountId(client, slug), key, actor)),
    list: async (slug) => listKeys(pool, await findAccountId(pool, slug)),
    change: (id, change, actor) => inTransaction(pool, (client) => changeKey(client, id, change, actor)),
    async rotate(id, { grace_seconds: graceSeconds }, actor) {
      checkGrace(graceSeconds)
      return inTransaction(pool, (client) => rotateKey(client, id, graceSeconds, actor))
    },
  }
}
