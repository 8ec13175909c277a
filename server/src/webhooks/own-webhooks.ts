// What an account may do with its webhook secret: read its state and rotate it.

import { toActor } from '../access/admin-log.ts'
import type { Caller } from '../access/caller.ts'
import type { ChangeLimit } from '../access/change-limit.ts'
import { checkGrace } from '../access/check-values.ts'
import type { Rotation } from '../access/write-keys.ts'
import type { Database } from '../db/connect.ts'
import { createRotateWebhookSecret, readSecretState } from './webhook-secrets.ts'

export type OwnWebhooks = ReturnType<typeof createOwnWebhooks>

export type OwnWebhooksOptions = Pick<Database, 'pool' | 'reads' | 'withSlot'> & { limitChanges: ChangeLimit }

export function createOwnWebhooks(options: OwnWebhooksOptions) {
  const { reads, withSlot, limitChanges } = options
  const rotate = createRotateWebhookSecret(options)
  return {
    show: ({ accountId }: Caller) => readSecretState(reads(accountId), accountId),
    async rotate(caller: Caller, rotation: Rotation) {
      checkGrace(rotation.grace_seconds ?? 0)
      await limitChanges(caller.accountId)
      return withSlot(caller.accountId, () => rotate(caller.accountSlug, rotation, toActor(caller)))
    },
  }
}
