// The one list of everything that is served. Fastify's routes, the checks of parameters, the reference and the generic
// tests are made from it.
import type { RouteData } from '../route-data.ts'
import { accountRoutes } from './admin-accounts.ts'
import { bookRoutes } from './admin-books.ts'
import { callRoutes } from './admin-calls.ts'
import { keyRoutes } from './admin-keys.ts'
import { operatorListRoutes } from './admin-lists.ts'
import { adminPageRoutes } from './admin-pages.ts'
import { adminProviderRoutes } from './admin-providers.ts'
import { settingRoutes } from './admin-settings.ts'
import { adminSourceRoutes } from './admin-sources.ts'
import { batchRoutes } from './batches.ts'
import { ownCallRoutes } from './calls.ts'
import { eventRoutes } from './events.ts'
import { jobRoutes } from './jobs.ts'
import { ownKeyRoutes } from './keys.ts'
import { chooseExample, type Described, lookupRoutes } from './lookup-route.ts'
import type { OwnRoute } from './route.ts'
import { sessionRoutes } from './session.ts'
import { statusRoutes } from './status.ts'
import { usageRoutes } from './usage.ts'
import { watchRoutes } from './watches.ts'
import { webhookSettingRoutes } from './webhook-settings.ts'
import { webhookRoutes } from './webhooks.ts'

/** Of endpoints with all that serves them, or with what describes them alone. */
export const createRoutes = <O extends Described>(
  endpoints: readonly O[],
): (OwnRoute | (RouteData & { configured: O }))[] => [
  ...endpoints.flatMap((configured) => lookupRoutes(configured)),
  ...ownRoutes(endpoints),
]

/** Everything beside the lookups; the example of a batch is one of them. */
function ownRoutes(endpoints: readonly Described[]): OwnRoute[] {
  const [first] = endpoints
  const inputs = first ? [chooseExample(first)] : []
  return [
    ...usageRoutes,
    ...ownCallRoutes,
    ...ownKeyRoutes,
    ...jobRoutes,
    ...batchRoutes({ endpoint: first?.endpoint.path ?? '', inputs }),
    ...watchRoutes({ endpoint: first?.endpoint.path ?? '', params: inputs[0] ?? {} }),
    ...webhookRoutes,
    ...eventRoutes,
    ...webhookSettingRoutes,
    ...statusRoutes,
    ...sessionRoutes,
    ...accountRoutes,
    ...keyRoutes,
    ...callRoutes,
    ...operatorListRoutes,
    ...adminProviderRoutes,
    ...adminPageRoutes,
    ...adminSourceRoutes,
    ...bookRoutes,
    ...settingRoutes,
  ]
}
