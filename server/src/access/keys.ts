// Creates, lists and changes keys for the operator: of any account and with any permission.
import type { Pool } from 'pg'
import { inTransaction } from '../db/transaction.ts'
import { findAccountId } from './accounts.ts'
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

export const createKeys = ({ pool }: { pool: Pool }) => ({
  create: (slug: string, key: NewKeyRequest, actor: string) =>
    inTransaction(pool, async (client) => createKey(client, await findAccountId(client, slug), key, actor)),
  list: async (slug: string) => listKeys(pool, await findAccountId(pool, slug)),
  change: (id: string, change: KeyChange, actor: string) =>
    inTransaction(pool, (client) => changeKey(client, id, change, actor)),
  /** Creates a new secret; the old one stays valid for `grace_seconds`. */
  async rotate(id: string, { grace_seconds: graceSeconds = 0 }: Rotation, actor: string) {
    checkGrace(graceSeconds)
    return inTransaction(pool, (client) => rotateKey(client, id, graceSeconds, actor))
  },
})
