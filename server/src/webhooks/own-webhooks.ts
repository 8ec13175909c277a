// Webhooks in the hands of their own account: whether there is a secret, a new one, and a trial of a receiver.
import { toActor } from '../access/admin-log.ts'
import type { Caller } from '../access/caller.ts'
import type { ChangeLimit } from '../access/change-limit.ts'
import { checkGrace } from '../access/check-values.ts'
import type { Database } from '../db/connect.ts'
import type { TestDelivery, TestedDelivery } from './test-delivery.ts'
import {
  createRotateWebhookSecret,
  type NewWebhookSecret,
  readSecretState,
  type SecretState,
} from './webhook-secrets.ts'

export type OwnWebhooks = {
  show: (caller: Caller) => Promise<SecretState>
  rotate: (caller: Caller, options: { grace_seconds: number }) => Promise<NewWebhookSecret>
  test: (caller: Caller, url: string) => Promise<TestedDelivery>
}

export type OwnWebhooksOptions = Pick<Database, 'pool' | 'reads' | 'inTurn'> & {
  limitChanges: ChangeLimit
  testDelivery: TestDelivery
}

export function createOwnWebhooks(options: OwnWebhooksOptions): OwnWebhooks {
  const { reads, inTurn, limitChanges, testDelivery } = options
  const rotate = createRotateWebhookSecret(options)
  return {
    show: ({ accountId }) => readSecretState(reads(accountId), accountId),
    async rotate(caller, given) {
      checkGrace(given.grace_seconds)
      await limitChanges(caller.accountId)
      return inTurn(caller.accountId, () => rotate(caller.accountSlug, given, toActor(caller)))
    },
    test: (caller, url) => testDelivery.send(caller, url),
  }
}
