// For every source: its parsers throw only a Failure, for any page.
import { checkPage } from '@quarry/kit/testing/check-pages'
import { runExample } from '@quarry/kit/testing/run-example'
import fc from 'fast-check'
import { test } from 'vitest'
import { describeEndpoints } from '../support/describe-endpoints.ts'

describeEndpoints((source, endpoint) => {
  test('throws only a Failure, for any page', async () => {
    const { pages } = await runExample(source, endpoint)
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
    const page = fc.record({
      body,
      status: fc.constantFrom(200, 200, 200, 404, 410),
      contentType: fc.constantFrom('text/html', 'application/json', 'application/xml'),
    })
    fc.assert(
      fc.property(page, (one) => checkPage(source, endpoint, one)),
      { numRuns: 150 },
    )
  })
})
