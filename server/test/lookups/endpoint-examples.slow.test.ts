// Every example that the console offers for an endpoint is in the OpenAPI document and has a record in the sandbox.
import { endpoints } from '@quarry/sources'
import { beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await sharedApp()
  secret = (await app.account({ bonus_credits: 10_000 })).secret
})

test.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
  'the examples of %s are answered',
  async (path, { method, moreExamples = [] }) => {
    expect(moreExamples.length).toBeGreaterThan(0)
    for (const params of moreExamples) {
      const pairs = Object.entries(params).map(([name, value]): [string, string] => [name, String(value)])
      const response =
        method === 'GET'
          ? await app.call(secret, `${path}?${new URLSearchParams(pairs)}`)
          : await app.call(secret, path, {
              method,
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(params),
            })
      expect([params, response.status, (await response.text()).length > 60]).toEqual([params, 200, true])
    }
  },
)

test('the API reference lists them', async () => {
  const document = (await (await app.call(secret, '/openapi.json')).json()) as {
    paths: Record<string, Record<string, { 'x-examples'?: object[] }>>
  }
  for (const { path, method, moreExamples } of endpoints)
    expect(document.paths[path]?.[method.toLowerCase()]?.['x-examples']).toEqual(moreExamples)
})
