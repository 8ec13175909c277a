// What routes may use, and nothing else: made once, where the server is put together.

import type { Clock } from '@quarry/kit/clock'
import type { Accounts } from '../access/accounts.ts'
import type { Keys } from '../access/keys.ts'
import type { OwnKeys } from '../access/own-keys.ts'
import type { SignIn } from '../access/sign-in.ts'
import type { Batches } from '../batches/batches.ts'
import type { Idempotency } from '../calls/idempotency.ts'
import type { Setting } from '../config-report.ts'
import type { BackgroundAudit } from '../credits/background-audit.ts'
import type { Credits } from '../credits/credits.ts'
import type { Reads } from '../db/account-turns.ts'
import type { Drift } from '../drift/drift.ts'
import type { Events } from '../events/events.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import type { Diagnosis } from '../lookups/diagnosis.ts'
import type { DiagnosticPages } from '../lookups/diagnostic-pages.ts'
import type { Health } from '../lookups/health.ts'
import type { PreparedBody } from '../route-data.ts'
import type { Watches } from '../watches/watches.ts'
import type { OwnWebhooks } from '../webhooks/own-webhooks.ts'
import type { Deliveries } from '../webhooks/read-deliveries.ts'
import type { RotateWebhookSecret } from '../webhooks/webhook-secrets.ts'

export type RouteParts = {
  endpoints: readonly ConfiguredEndpoint[]
  /** For lists: the share of the reads of an account, or of the operator. */
  reads: Reads
  /** Requests a second of an account whose rate limit was never given; null is none. */
  defaultPerSecond: number | null
  credits: Pick<Credits, 'usage' | 'statistics'>
  jobs: Pick<Jobs, 'get' | 'list' | 'cancel'>
  batches: Batches
  watches: Watches
  idempotency: Idempotency
  deliveries: Deliveries
  ownWebhooks: OwnWebhooks
  accounts: Accounts
  keys: Keys
  ownKeys: OwnKeys
  signIn: SignIn
  /** Whether callers reach the server over https, as the config says. */
  isPublicHttps: boolean
  rotateWebhookSecret: RotateWebhookSecret
  health: Pick<Health, 'report' | 'reportProvider'>
  drift: Pick<Drift, 'getAlarms'>
  diagnosis: Pick<Diagnosis, 'count'>
  diagnosticPages: DiagnosticPages
  books: Pick<BackgroundAudit, 'look'>
  events: Pick<Events, 'open'>
  /** How the endpoints do and did, as JSON. */
  statusPage: () => Promise<string>
  clock: Clock
  /** Names what is not ready, or null. */
  notReady: () => Promise<string | null>
  metrics: () => Promise<string>
  /** As they are in force here. */
  settings: () => Setting[]
  /** The reference of what a key may call, and of what the operator may. */
  openApi: () => Promise<PreparedBody>
  adminOpenApi: () => Promise<PreparedBody>
}
