// Both API references as prepared bodies, built and compressed again only after a change.
import { jsonType } from '../lib/json-type.ts'
import type { PreparedBody } from '../route-data.ts'
import { createPreparer } from './docs-delivery.ts'
import type { Json } from './docs-document.ts'
import { buildAdminOpenApi, createReference, type DescribedRoute, type Description } from './openapi.ts'

export type References = {
  /** The reference for keys; the same object until it changes. */
  reference: () => Json
  openApi: () => Promise<PreparedBody>
  adminOpenApi: () => Promise<PreparedBody>
}

export function prepareReferences(routes: readonly DescribedRoute[], description: Description): References {
  const reference = createReference(routes, description)
  const prepareOpenApi = createPreparer(jsonType, (document: Json) => JSON.stringify(document))
  // Only the address can change in the operator's reference.
  const prepareAdminOpenApi = createPreparer(jsonType, (_address: string) =>
    JSON.stringify(buildAdminOpenApi(routes, description)),
  )
  return {
    reference,
    openApi: () => prepareOpenApi(reference()),
    adminOpenApi: () => prepareAdminOpenApi(description.address()),
  }
}
