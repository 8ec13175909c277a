// Both API references as prepared bodies, built and compressed again only after a change.
import { jsonType } from '../lib/json-type.ts'
import { createPreparer } from './docs-delivery.ts'
import type { Json } from './docs-document.ts'
import { buildAdminOpenApi, buildOpenApi, type DescribedRoute, type Description } from './openapi.ts'

export function prepareReferences(routes: readonly DescribedRoute[], description: Description) {
  let last: { version: string; document: Json } | undefined
  /** Rebuilt only when the address or the status of an endpoint changes. */
  const reference = () => {
    const labels = routes.flatMap(({ configured }) =>
      configured ? [description.getStatus(configured.endpoint)] : [],
    )
    const version = [description.address(), ...labels].join()
    if (last?.version !== version) last = { version, document: buildOpenApi(routes, description) }
    return last.document
  }
  const prepareOpenApi = createPreparer(jsonType, (document: Json) => JSON.stringify(document))
  // Only the address can change in the operator's reference.
  const prepareAdminOpenApi = createPreparer(jsonType, (_address: string) =>
    JSON.stringify(buildAdminOpenApi(routes, description)),
  )
  return {
    /** The reference for keys; the same object until it changes. */
    reference,
    openApi: () => prepareOpenApi(reference()),
    adminOpenApi: () => prepareAdminOpenApi(description.address()),
  }
}
