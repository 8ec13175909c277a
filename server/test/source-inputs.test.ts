// For every source: no page makes its readers throw, and no address in a parameter leads away from its site.
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Page } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { hostileAddresses } from '@quarry/kit/testing/address-corpus'
import { onSite, toSite } from '@quarry/kit/testing/on-site'
import { runExample } from '@quarry/kit/testing/run-example'
import { sources } from '@quarry/sources'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { isRefusal } from '../src/errors.ts'

beforeAll(() => allowLargeDom())

describe.each(sources.map((source) => ({ name: source.name, source })))('source $name', ({ source }) => {
  describe.each(source.endpoints.map((endpoint) => ({ path: endpoint.path, endpoint })))(
    '$path',
    ({ endpoint }) => {
      test('no page makes it throw anything but a failure', async () => {
        const { pages } = await runExample(source, endpoint)
        const query = onSite(source, endpoint).parse(endpoint.example as object)
        const good = pages.at(-1)?.body ?? ''
        const body = fc.oneof(
          fc.string({ maxLength: 300 }),
          fc.integer({ min: 0, max: good.length }).map((at) => good.slice(0, at)),
          fc
            .tuple(fc.integer({ min: 0, max: good.length }), fc.string({ maxLength: 20 }))
            .map(([at, text]) => good.slice(0, at) + text + good.slice(at)),
          fc.json().map((json) => `<script id="__NEXT_DATA__" type="application/json">${json}</script>`),
          fc.json(),
        )
        const statuses = fc.constantFrom(200, 200, 200, 404, 410)
        fc.assert(
          fc.property(
            body,
            statuses,
            fc.constantFrom('text/html', 'application/json', 'application/xml'),
            (text, status, contentType) => {
              const page: Page = { url: toSite(source).url('/').href, status, contentType, body: text }
              try {
                onSite(source, endpoint).extract(page, query)
              } catch (thrown) {
                if (!isFailure(thrown)) throw thrown
              }
            },
          ),
          { numRuns: 150 },
        )
      })

      test('no address in a parameter leads away from the site', async () => {
        const site = toSite(source)
        const names = Object.entries(endpoint.params.properties as Record<string, { type?: unknown }>)
          .filter(([, schema]) => schema.type === 'string')
          .map(([name]) => name)
        for (const name of names)
          for (const address of hostileAddresses(site.hosts[0] ?? '')) {
            const asked: string[] = []
            const params = { ...(endpoint.example as object), [name]: address }
            try {
              await onSite(source, endpoint).find(params, async (url) => {
                asked.push(url)
                throw new Failure('upstream_failed', 'no site in this test')
              })
            } catch (thrown) {
              if (isRefusal(thrown)) expect(thrown.message).toMatch(/^Bad Request: \S+ /)
              else if (!isFailure(thrown)) throw thrown
            }
            for (const url of asked) expect(site.hosts, `${name}=${address}`).toContain(new URL(url).hostname)
          }
      })
    },
  )
})
