// The OpenAPI document is built once for all requests, and again only after a change.
import { sources } from '@quarry/sources'
import { expect, test } from 'vitest'
import type { StatusLabel } from '../../platform/config/config.ts'
import { lookupRoutes } from '../routes/lookup-route.ts'
import { prepareReferences } from './prepare-references.ts'

const routes = sources.flatMap((source) =>
  source.endpoints.flatMap((endpoint) => lookupRoutes({ endpoint, source, price: 1, providers: [] })),
)

test('reuses the prepared document until a status or the address changes', async () => {
  let status: StatusLabel = 'operational'
  let address = 'http://one.example'
  const references = prepareReferences(routes, {
    version: '1.2.3',
    address: () => address,
    getStatus: () => status,
  })
  const first = references.openApi()
  expect(references.openApi()).toBe(first)
  const admin = references.adminOpenApi()
  expect(references.adminOpenApi()).toBe(admin)
  status = 'degraded'
  const degraded = references.openApi()
  expect((await degraded).bodies.identity.toString()).toContain('"x-status":"degraded"')
  expect((await first).bodies.identity.toString()).not.toContain('"x-status":"degraded"')
  expect(references.adminOpenApi()).toBe(admin)
  address = 'http://other.example'
  for (const body of [await references.openApi(), await references.adminOpenApi()])
    expect(body.bodies.identity.toString()).toContain('"url":"http://other.example"')
})

test('other work runs while the document is built', async () => {
  const { reference } = prepareReferences(routes, {
    version: '1.2.3',
    address: () => 'http://one.example',
    getStatus: () => 'operational',
  })
  let iterations = 0
  const countIteration = () => {
    iterations += 1
    next = setImmediate(countIteration)
  }
  let next = setImmediate(countIteration)
  await reference()
  clearImmediate(next)
  expect(iterations).toBeGreaterThan(0)
})
