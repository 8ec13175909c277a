// Pages made to break parsers, through the whole path: read off the event loop, ended by the time limit, never
// billed, and the server goes on.
import type { Source } from '@quarry/kit/source'
import { sources } from '@quarry/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { withSandbox } from './support/with-sandbox.ts'

const hostile: Record<string, () => string> = {
  nested: () => `<html><body>${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}</body></html>`,
  line: () => `<html><body><p>${'word '.repeat(1_900_000)}</p></body></html>`,
  attributes: () =>
    `<html><body><p ${Array.from({ length: 100_000 }, (_, i) => `a${i}="x"`).join(' ')}>x</p></body></html>`,
  tags: () => `<html><body>${'<b><i></b>'.repeat(400_000)}</body></html>`,
  signs: () => '<'.repeat(9_900_000),
  blocks: () => '<script type="application/ld+json">{/*</script>'.repeat(200_000),
  objects: () =>
    `<script type="application/ld+json">[${'{"@type":"Organization"},'.repeat(390_000)}0]</script>`,
  scripts: () => `<html><head>${'<script type="application/ld+json">{"a":'.repeat(100_000)}</head></html>`,
}

let app: TestApp
let secret: string
beforeAll(async () => {
  // A real source that reads the DOM; only its site's pages are replaced.
  const replaced = sources.map(
    (source): Source =>
      source.name === 'socialnet'
        ? withSandbox(source, ({ url }) => ({
            body: (hostile[url.pathname.split('/').filter(Boolean).at(-1) ?? ''] ?? hostile.nested)?.() ?? '',
          }))
        : source,
  )
  app = await startApp({ sources: replaced })
  secret = (await app.account()).secret
})
afterAll(() => app.close())

test.each(Object.keys(hostile))('%s: an error without charge, while others are answered', async (kind) => {
  const pending = app.call(secret, `/v2/socialnet/company/info?query=${kind}`)
  let answered = false
  void pending.finally(() => {
    answered = true
  })
  let others = 0
  while (!answered) {
    expect((await app.call(secret, '/v2/usage')).status).toBe(200)
    others += 1
  }
  const response = await pending
  expect([response.status, response.headers.get('x-credits-used')]).toEqual([500, '0'])
  expect(['page_changed', 'upstream_failed', 'upstream_blocked']).toContain(
    response.headers.get('x-error-reason'),
  )
  expect(others).toBeGreaterThan(0)
})
