// What an account may do with its own webhooks: read and rotate its secret, and test a receiver.

import { toActor } from '../access/admin-log.ts'
import type { Caller } from '../access/caller.ts'
import type { ChangeLimit } from '../access/change-limit.ts'
import { checkGrace } from '../access/check-values.ts'
import type { Database } from '../db/connect.ts'
import type { TestDelivery } from './test-delivery.ts'
import { createRotateWebhookSecret, readSecretState } from './webhook-secrets.ts'

export type OwnWebhooks = ReturnType<typeof createOwnWebhooks>

export type OwnWebhooksOptions = Pick<Database, 'pool' | 'reads' | 'withSlot'> & {
  limitChanges: ChangeLimit
  testDelivery: TestDelivery
}

export function createOwnWebhooks(options: OwnWebhooksOptions) {
  const { reads, withSlot, limitChanges, testDelivery } = options
  const rotate = createRotateWebhookSecret(options)
  return {
    show: ({ accountId }: Caller) => readSecretState(reads(accountId), accountId),
    async rotate(caller: Caller, grace: { grace_seconds: number }) {
      checkGrace(grace.grace_seconds)
      await limitChanges(caller.accountId)
      return withSlot(caller.accountId, () => rotate(caller.accountSlug, grace, toActor(caller)))
    },
    test: (caller: Caller, url: string) => testDelivery.send(caller, url),
  }
}
