// The exports of the package.
export type { Batch, BatchItem, BatchState, ProgressOptions } from './batch.ts'
export type { Budget } from './budget.ts'
export * from './errors.ts'
export type { AdminEvent, EventOptions, QuarryEvent } from './events.ts'
export type { Job, JobState, WaitOptions } from './job.ts'
export type {
  LookUp,
  Lookup,
  LookupInput,
  LookupParams,
  LookupPath,
  OwnLookups,
  RecordAt,
  SoftNotFound,
} from './lookup-types.ts'
export type { ListItem, ListPath, Reason, Schemas } from './operation-types.ts'
export { Quarry } from './quarry.ts'
export type { CallOptions } from './request.ts'
export type { Meta, RateLimit, Result } from './result.ts'
export type { QuarryOptions } from './settings.ts'
export type { NewWatch, Watch, WatchEvent, Watches } from './watches.ts'
export { type Received, type ReceivedHeaders, verifyWebhook, type WebhookMessage } from './webhook.ts'
