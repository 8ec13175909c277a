// Texts from upstream pages on a terminal: escape sequences are removed there, while a pipe gets the exact bytes.
import { endpoint } from '@quarry/kit/endpoint'
import { pageSource } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { object, text } from '@quarry/kit/schema'
import type { Source } from '@quarry/kit/source'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { type Replica, sends, shop, startReplica } from '../../server/test/support/two-providers.ts'
import { type BuiltQuarry, buildQuarry, hasPython } from './support/quarry.ts'

/** Answers with the HTML of a page, as endpoints do with `return_page_source`. */
const article = endpoint({
  method: 'GET',
  path: '/v2/papers/article',
  credits: 1,
  notFound: 'billed',
  summary: 'Article',
  description: 'The page of one article.',
  example: { query: 'lamp' },
  params: object({ query: text('lamp', { description: 'The name of an article.' }) }),
  record: object({ title: text('Lamps') }),
  parse: ({ query }) => query,
  providers: [
    provider<string, { title: string }>({
      page: (name, papersSite) => papersSite.url(`/${name}`),
      extract: ({ body }) => pageSource(body),
    }),
  ],
})
const papers: Source = {
  name: 'papers',
  title: 'Papers',
  module: import.meta.url,
  site: 'https://www.papers.example',
  endpoints: [article],
  sandbox: async () => () => ({ body: '<p>sandbox</p>', contentType: 'text/html' }),
}

let site: Replica
let app: TestApp
let quarry: BuiltQuarry
let env: Record<string, string>
beforeAll(async () => {
  site = await startReplica()
  const live = { site: site.origin, allow_private: true, robots: false }
  app = await startApp({ sources: [shop, papers], file: { sources: { shop: live, papers: live } } })
  quarry = buildQuarry()
  env = { QUARRY_URL: app.url, QUARRY_KEY: (await app.account()).secret }
})
afterAll(async () => {
  quarry.remove()
  await app.close()
  await site.close()
})

// Sets the window title, clears the screen (once as a C1 control), and overwrites the line.
const hostile = 'red\x1b]0;owned\x07 \x1b[2J \u009b2J lamp\rgone'
const page = `<html>\r\n<title>${hostile}</title>\r\n\t<p>text</p>\n</html>\n`
const getPage = ['get', 'papers/article', 'query=lamp', '-q']
const getCsv = ['get', 'shop/item', 'query=lamp', '--csv', '-q']

function servePage(): void {
  site.respondWith(sends(page, 200, { 'content-type': 'text/html; charset=utf-8' }))
}

const onTerminal = async (args: readonly string[]) => {
  const { code, screen } = await quarry.inTerminal(args, { env, replies: [] })
  expect([code, screen]).toEqual([0, expect.any(String)])
  // The terminal driver ends each line with CR LF.
  return screen.replaceAll(/\r+\n/g, '\n')
}

test.runIf(hasPython)(
  'page source on a terminal keeps its lines and loses its escape sequences',
  async () => {
    servePage()
    const screen = await onTerminal(getPage)
    expect(screen).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
    expect(screen).toContain('<html>\n<title>red')
    expect(screen).toMatch(/\n\s+<p>text<\/p>\n<\/html>\n/)
  },
)

test.runIf(hasPython)('CSV on a terminal loses escape sequences inside its cells', async () => {
  site.respondWith(sends({ name: 'lamp', colour: hostile }))
  const screen = await onTerminal(getCsv)
  expect(screen).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
  expect(screen).toMatch(/^name,colour\nlamp,"?red/)
})

test('a pipe gets the exact bytes of a page and of a CSV cell', async () => {
  servePage()
  expect((await quarry.run(getPage, { env })).stdout).toBe(page)
  site.respondWith(sends({ name: 'lamp', colour: hostile }))
  expect((await quarry.run(getCsv, { env })).stdout).toBe(`name,colour\r\nlamp,"${hostile}"\r\n`)
})
