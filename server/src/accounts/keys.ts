// Creates, lists and changes keys for the operator: of any account and with any permission.
import type { Pool } from 'pg'
import { createTransact } from '../platform/db/transaction.ts'
import { findAccountId } from './account-store.ts'
import { checkGrace } from './check-values.ts'
import { listKeys } from './key-view.ts'
import {
  changeKey,
  createKey,
  type KeyChange,
  type NewKeyRequest,
  type Rotation,
  rotateKey,
} from './write-keys.ts'

export type Keys = ReturnType<typeof createKeys>

export function createKeys({ pool }: { pool: Pool }) {
  const own = createTransact(pool)
  return {
    create: (slug: string, key: NewKeyRequest, actor: string, transact = own) =>
      transact(async (client) => createKey(client, await findAccountId(client, slug), key, actor)),
    list: async (slug: string) => listKeys(pool, await findAccountId(pool, slug)),
    change: (id: string, change: KeyChange, actor: string, transact = own) =>
      transact((client) => changeKey(client, id, change, actor)),
    /** Creates a new secret; the old one stays valid for `grace_seconds`. */
    async rotate(id: string, { grace_seconds: graceSeconds = 0 }: Rotation, actor: string, transact = own) {
      checkGrace(graceSeconds)
      return transact((client) => rotateKey(client, id, graceSeconds, actor))
    },
  }
}
