// Both API references as prepared bodies, built and compressed again only after a change.
import type { Endpoint } from '@quarry/kit/endpoint'
import { jsonType } from '../../platform/lib/headers.ts'
import { loopSlices, noAccount } from '../../platform/lib/slices.ts'
import type { Json } from '../docs/docs-document.ts'
import { createPreparer } from '../pages/prepared-body.ts'
import type { DescribedRoute } from '../routes/lookup-route.ts'
import { buildAdminOpenApi, buildOpenApi, type Description } from './build-openapi.ts'

export function prepareReferences(routes: readonly DescribedRoute[], description: Description) {
  const endpoints = routes.flatMap(({ configured }) => (configured ? [configured.endpoint] : []))
  let last: { version: string; document: Promise<Json> } | undefined
  /** Rebuilt only when the address or the status of an endpoint changes. */
  const reference = () => {
    const statuses = new Map(endpoints.map((endpoint) => [endpoint, description.getStatus(endpoint)]))
    const address = description.address()
    const version = [address, ...statuses.values()].join()
    if (last?.version === version) return last.document
    // The document is built in several slices of the event loop; a status may change in between.
    const snapshot = {
      version: description.version,
      address: () => address,
      getStatus: (endpoint: Endpoint) => statuses.get(endpoint) ?? description.getStatus(endpoint),
    }
    const document = buildOpenApi(routes, snapshot, loopSlices.pacer(noAccount))
    last = { version, document }
    return document
  }
  const prepareOpenApi = createPreparer(jsonType, async (document: Promise<Json>) =>
    JSON.stringify(await document),
  )
  // Only the address can change in the operator's reference.
  const prepareAdminOpenApi = createPreparer(jsonType, async (_address: string) =>
    JSON.stringify(await buildAdminOpenApi(routes, description, loopSlices.pacer(noAccount))),
  )
  return {
    /** The reference for keys; the same promise until it changes. */
    reference,
    openApi: () => prepareOpenApi(reference()),
    adminOpenApi: () => prepareAdminOpenApi(description.address()),
  }
}
