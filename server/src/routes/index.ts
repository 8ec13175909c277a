// The one list of everything that is served. Fastify's routes, the checks of parameters, the reference and the generic
// tests are made from it.
import type { Offer } from '../calls/offer.ts'
import { accountRoutes } from './admin-accounts.ts'
import { callRoutes } from './admin-calls.ts'
import { keyRoutes } from './admin-keys.ts'
import { operatorListRoutes } from './admin-lists.ts'
import { batchRoutes } from './batches.ts'
import { ownCallRoutes } from './calls.ts'
import { jobRoutes } from './jobs.ts'
import { ownKeyRoutes } from './keys.ts'
import { lookupRoutes } from './lookup-route.ts'
import type { OwnRoute, Route } from './route.ts'
import { statusRoutes } from './status.ts'
import { usageRoutes } from './usage.ts'
import { webhookSettingRoutes } from './webhook-settings.ts'
import { webhookRoutes } from './webhooks.ts'

export const routesOf = (offers: readonly Offer[]): Route[] => [
  ...offers.flatMap((offer) => lookupRoutes(offer)),
  ...ownRoutes(offers),
]

/** Everything beside the lookups; the example of a batch is one of them. */
function ownRoutes(offers: readonly Offer[]): OwnRoute[] {
  const endpoint = offers[0]?.endpoint
  const inputs = endpoint ? [endpoint.example as Record<string, unknown>] : []
  return [
    ...usageRoutes,
    ...ownCallRoutes,
    ...ownKeyRoutes,
    ...jobRoutes,
    ...batchRoutes({ endpoint: endpoint?.path ?? '', inputs }),
    ...webhookRoutes,
    ...webhookSettingRoutes,
    ...statusRoutes,
    ...accountRoutes,
    ...keyRoutes,
    ...callRoutes,
    ...operatorListRoutes,
  ]
}
