// The list of everything that is served. HTTP routes, input checks, the API reference and the generic tests are all
// built from it.
import type { RouteData } from '../route-data.ts'
import { type AccountDeps, accountRoutes } from './admin-accounts.ts'
import { callRoutes } from './admin-calls.ts'
import { type KeyDeps, keyRoutes } from './admin-keys.ts'
import { type ListDeps, operatorListRoutes } from './admin-lists.ts'
import { type OverviewDeps, overviewRoutes } from './admin-overview.ts'
import { adminPageRoutes, type PageDeps } from './admin-pages.ts'
import { adminProviderRoutes, type ProviderDeps } from './admin-providers.ts'
import { adminSourceRoutes, type SourceDeps } from './admin-sources.ts'
import { type BatchDeps, batchRoutes } from './batches.ts'
import type { CallLogDeps } from './call-filters.ts'
import { ownCallRoutes } from './calls.ts'
import { type DiscoveryDeps, discoveryRoutes } from './discovery.ts'
import { type EventDeps, eventRoutes } from './events.ts'
import { type JobDeps, jobRoutes } from './jobs.ts'
import { type OwnKeyDeps, ownKeyRoutes } from './keys.ts'
import { chooseExample, type Described, lookupRoutes } from './lookup-route.ts'
import type { LookupRoute, OwnRoute } from './route.ts'
import { type SessionDeps, sessionRoutes } from './session.ts'
import { type SettingDeps, settingRoutes } from './settings.ts'
import { type StatusDeps, statusRoutes } from './status.ts'
import { type UsageDeps, usageRoutes } from './usage.ts'
import { type WatchDeps, watchRoutes } from './watches.ts'
import { adminDeliveryRoutes, type WebhookDeps, webhookRoutes, webhookSettingRoutes } from './webhooks.ts'

/** What all routes together need. Each group declares its own part. */
export type RouteDeps = UsageDeps &
  CallLogDeps &
  OwnKeyDeps &
  JobDeps &
  BatchDeps &
  WatchDeps &
  WebhookDeps &
  EventDeps &
  StatusDeps &
  SettingDeps &
  DiscoveryDeps &
  SessionDeps &
  AccountDeps &
  KeyDeps &
  ListDeps &
  OverviewDeps &
  ProviderDeps &
  PageDeps &
  SourceDeps

export type Route = OwnRoute<RouteDeps> | LookupRoute

/** `endpoints` are configured, or only described where nothing is served. */
export const createRoutes = <O extends Described>(
  endpoints: readonly O[],
): (OwnRoute<RouteDeps> | (RouteData & { configured: O }))[] => [
  ...endpoints.flatMap((configured) => lookupRoutes(configured)),
  ...createOwnRoutes(endpoints),
]

/** Everything but the lookups. The first lookup serves as example of a batch and of a watch. */
function createOwnRoutes([first]: readonly Described[]): OwnRoute<RouteDeps>[] {
  const endpoint = first?.endpoint.path ?? ''
  const inputs = first ? [chooseExample(first)] : []
  return [
    ...usageRoutes,
    ...ownCallRoutes,
    ...ownKeyRoutes,
    ...jobRoutes,
    ...batchRoutes({ endpoint, inputs }),
    ...watchRoutes({ endpoint, params: inputs[0] ?? {} }),
    ...webhookRoutes,
    ...eventRoutes,
    ...webhookSettingRoutes,
    ...statusRoutes,
    ...discoveryRoutes,
    ...sessionRoutes,
    ...accountRoutes,
    ...keyRoutes,
    ...callRoutes,
    ...operatorListRoutes,
    ...adminDeliveryRoutes,
    ...overviewRoutes,
    ...adminProviderRoutes,
    ...adminPageRoutes,
    ...adminSourceRoutes,
    ...settingRoutes,
  ]
}
