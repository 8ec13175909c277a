// The list of all routes. HTTP routes, input checks, the API reference and the generic tests are all
// built from it.
import type { RouteData } from '../../platform/route-data.ts'
import { accountListRoutes, accountRoutes } from './admin-accounts.ts'
import { overviewRoutes, settingRoutes } from './admin-overview.ts'
import { adminSourceRoutes } from './admin-sources.ts'
import { allBatchRoutes, batchRoutes } from './batches.ts'
import { allCallRoutes, ownCallRoutes } from './calls.ts'
import { discoveryRoutes } from './discovery.ts'
import { eventRoutes } from './events.ts'
import { allJobRoutes, jobRoutes } from './jobs.ts'
import { keyRoutes, ownKeyRoutes } from './keys.ts'
import { chooseExample, type Described, lookupRoutes } from './lookup-route.ts'
import type { LookupRoute, OwnRoute } from './route.ts'
import { sessionRoutes } from './session.ts'
import { statusRoutes } from './status.ts'
import { usageRoutes } from './usage.ts'
import { watchRoutes } from './watches.ts'
import { adminDeliveryRoutes, webhookRoutes, webhookSettingRoutes } from './webhooks.ts'

/** The dependencies of all routes together. Each group declares its own. */
export type RouteDeps = [ReturnType<typeof createOwnRoutes>[number]] extends [OwnRoute<infer D>] ? D : never

export type Route = OwnRoute<RouteDeps> | LookupRoute

/** `endpoints` are configured on a server, and only described for documents. */
export const createRoutes = <O extends Described>(
  endpoints: readonly O[],
): (OwnRoute<RouteDeps> | (RouteData & { configured: O }))[] => [
  ...endpoints.flatMap((configured) => lookupRoutes(configured)),
  ...createOwnRoutes(endpoints),
]

/** Everything but the lookups. The first lookup serves as example of a batch and of a watch. */
function createOwnRoutes([first]: readonly Described[]) {
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
    ...allCallRoutes,
    ...accountListRoutes,
    ...allJobRoutes,
    ...allBatchRoutes,
    ...adminDeliveryRoutes,
    ...overviewRoutes,
    ...adminSourceRoutes,
    ...settingRoutes,
  ]
}
