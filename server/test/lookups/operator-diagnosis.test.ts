// Other views of the operator: unreadable pages with the result of parsing them again, and how complete the records of
// each source are.
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Replica, sends, shop, startReplica } from '../support/two-providers.ts'

let site: Replica
let app: TestApp
let secret: string
beforeAll(async () => {
  site = await startReplica()
  app = await startApp({
    sources: [shop],
    file: { sources: { shop: { site: site.origin, allow_private: true, robots: false } } },
  })
  secret = (await app.account()).secret
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const readAsOperator = async (path: string) => {
  const response = await app.admin(path)
  return response.status === 200 ? ((await response.json()) as unknown) : response.status
}
const lookUp = async (name: string) => (await app.call(secret, `/v2/shop/item?query=${name}`)).status

test('a page that could not be parsed is shown as text, with the result of the current parser', async () => {
  site.respondWith(sends('{"odd":"<script>alert(1)</script>"}'))
  expect(await lookUp('lamp')).toBe(500)
  const listPages = () => readAsOperator('/admin/pages') as Promise<{ pages: { page_id: string }[] }>
  await expect.poll(async () => (await listPages()).pages.length).toBe(1)
  const [page] = (await listPages()).pages
  const about = {
    page_id: expect.stringMatching(/^failed~v2\.shop\.item~site~\d{4}-/),
    kind: 'failed',
    endpoint: '/v2/shop/item',
    provider: 'site',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    why: 'no item',
    url: `${site.origin}/items/lamp`,
    status: 200,
    content_type: 'application/json',
  }
  expect(page).toEqual(about)
  const id = encodeURIComponent(page?.page_id ?? '')
  const failed = { result: 'failed', form: null, record: null, why: 'page_changed: no item' }
  const body = '{"odd":"<script>alert(1)</script>"}'
  await expect
    .poll(() => readAsOperator(`/admin/pages/${id}`))
    .toEqual({ ...about, characters: body.length, text: body, reread: failed })

  // A readable page, as if the parser had been fixed since.
  const folder = join(app.dataDir, 'diagnosis', 'shop_item', 'site')
  const file = (await readdir(folder)).find((name) => name.endsWith('.page')) ?? ''
  await writeFile(join(folder, file), '{"name":"lamp"}')
  expect(await readAsOperator(`/admin/pages/${id}`)).toMatchObject({
    reread: { result: 'record', form: 'json', record: { name: 'lamp', colour: null }, why: null },
  })
  // Of a page that must not be stored only the metadata exists.
  await writeFile(join(folder, file), '')
  expect(await readAsOperator(`/admin/pages/${id}`)).toMatchObject({ text: null, reread: { result: null } })

  for (const filter of ['kind=partly_read', 'endpoint=/v2/shop/other', 'provider=goods'])
    expect(await readAsOperator(`/admin/pages?${filter}`)).toEqual({ pages: [] })
  for (const odd of ['x', 'failed~v2.shop.item~site~..%2F..%2Fconfig', `${id}.json`, '..%2Fconfig'])
    expect([odd, await readAsOperator(`/admin/pages/${odd}`)]).toEqual([odd, 404])
  const { providers } = (await readAsOperator('/admin/providers')) as { providers: { endpoints: object[] }[] }
  expect(providers[0]?.endpoints).toMatchObject([{ failing_pages: 1, partly_read_pages: 0 }])
})

test('the operator sees how complete the records of each source are, and which fields they have', async () => {
  site.respondWith((request, response) => {
    const name = request.url?.split('/').at(-1) ?? ''
    sends({ name, ...(name.endsWith('1') ? { colour: 'amber' } : {}) })(request, response)
  })
  for (const name of ['thing1', 'thing2', 'thing3', 'thing4']) expect(await lookUp(name)).toBe(200)
  const shown = { name: 'shop', title: 'Shop' }
  const endpoint = { path: '/v2/shop/item', price: 3, providers: ['site'] }
  expect(await readAsOperator('/admin/sources')).toEqual({
    sources: [
      {
        ...shown,
        endpoints: [
          { ...endpoint, coverage: [{ provider: 'site', form: 'json', records: 4, fields_share: 0.625 }] },
        ],
      },
    ],
  })
  const fields = [
    { field: 'name', share: 1 },
    { field: 'colour', share: 0.25 },
  ]
  await expect
    .poll(() => readAsOperator('/admin/sources/shop'))
    .toEqual({
      endpoints: [{ path: '/v2/shop/item', forms: [{ provider: 'site', form: 'json', records: 4, fields }] }],
    })
  expect(await readAsOperator('/admin/sources/nobody')).toBe(404)
})
