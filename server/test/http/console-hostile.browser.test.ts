// The console under attack: every text it shows is hostile markup, and pages of other origins try to use, read and
// frame it.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordEvent } from '../../src/calls/watches/watch-events.ts'
import { adminToken, startApp, type TestApp } from '../support/app.ts'
import { createProblem } from '../support/broken-source.ts'
import { accessibilityProblems, hasBrowser, openPage, startBrowser } from '../support/browser.ts'
import { buildConsole } from '../support/builds.ts'
import { settle, signIn } from '../support/console.ts'
import { waitUntil } from '../support/jobs.ts'

const hostile = `"'><img src=x onerror=hacked=1><script>hacked=1</script><a href=javascript:hacked=1>`
/** `clean` does not remove this one from requests. */
const small = '<img src=x onerror=hacked=1>'
const script = 'javascript:hacked=1//'

/** Values that the console's own logic depends on, so they stay unchanged. */
const logicValues = new Set(['account', 'operator', 'changed', 'missed', 'paused', 'failed', 'not_kept'])
/** Objects whose keys come from callers or sites, so the keys are hostile too. */
const foreignKeyed = new Set(['params', 'input', 'result', 'before', 'after'])

/** Appends markup to every string and turns every URL into a script URL. */
function poison(value: unknown, name = '', isForeignKeyed = false): unknown {
  if (typeof value === 'string') {
    if (logicValues.has(value) || name === 'at' || name.endsWith('_at')) return value
    return /^https?:/.test(value) ? script + value : value + hostile
  }
  if (Array.isArray(value)) return value.map((one) => poison(one, '', isForeignKeyed))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      isForeignKeyed ? key + hostile : key,
      poison(one, key, isForeignKeyed || foreignKeyed.has(key)),
    ]),
  )
}
const clean = (text: string) => text.replaceAll(hostile, '').replaceAll(script, '')

/** Forwards the cleaned request to the server and returns the response with hostile texts. */
async function respondPoisoned(route: Route): Promise<void> {
  const request = route.request()
  if (request.resourceType() === 'document') return route.continue()
  const url = new URL(request.url())
  url.pathname = clean(decodeURIComponent(url.pathname))
  for (const [name, value] of [...url.searchParams]) url.searchParams.set(name, clean(value))
  const response = await route.fetch({ url: url.href })
  const isJson = response.headers()['content-type']?.includes('json')
  await route.fulfill(isJson ? { response, json: poison(await response.json()) } : { response })
}

type Action = (page: Page) => Promise<void>
const keepFirst =
  (selector: string): Action =>
  (page) =>
    page.locator(selector).first().click()
const inDialog: Action = async (page) => {
  await page.getByRole('dialog').waitFor()
  await settle(page)
}
const shows =
  (selector: string): Action =>
  (page) =>
    page.locator(selector).filter({ hasText: 'onerror' }).first().waitFor({ state: 'attached' })
/** Uploads a table with a hostile file name, columns and values, and starts a batch from it. */
const table: Action = async (page) => {
  await page.getByRole('button', { name: 'New batch from CSV' }).click()
  const buffer = Buffer.from(`"query${hostile.replaceAll('"', '""')}"\r\nfenmont.example${small}\r\n`)
  await page.getByLabel(/CSV file/).setInputFiles({ name: `${small}.csv`, mimeType: 'text/csv', buffer })
  await shows('dialog option')(page)
  await page.getByLabel('query (required)').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Start 1 line' }).click()
  await shows('dialog tbody td')(page)
}
const filters = ['endpoint', 'text', 'reason', 'key', 'provider', 'account', 'subject', 'search']
  .map((name) => `${name}=${encodeURIComponent(hostile)}`)
  .join('&')

/** Each view with the actions to perform on it. */
const accountViews: [string, ...Action[]][] = [
  ['/', shows('section[role=status] li li')],
  ['/console/playground', (page) => page.getByRole('button', { name: /Run for/ }).click()],
  ['/console/calls', keepFirst('section li button'), inDialog],
  [`/console/calls?${filters}`],
  ['/console/jobs', keepFirst('#content tbody button'), inDialog],
  [
    '/console/jobs',
    (page) => page.getByRole('tab', { name: 'Jobs' }).click(),
    keepFirst('#content tbody button'),
    inDialog,
  ],
  ['/console/jobs', table],
  [
    '/console/watches',
    keepFirst('#content tbody button'),
    inDialog,
    shows('dialog dd'),
    // The charted number, the events and the differences.
    shows('dialog option'),
    shows('dialog summary'),
    keepFirst('dialog summary'),
    shows('dialog tbody td'),
  ],
  [
    '/console/keys',
    (page) =>
      page
        .getByRole('button', { name: /Revoke/ })
        .first()
        .click(),
    inDialog,
  ],
  ['/console/webhooks'],
]
const operatorViews: [string, ...Action[]][] = [
  ['/', shows('section[role=status] li li')],
  ['/console/accounts', keepFirst('#content tbody button'), inDialog],
  ['/console/calls', keepFirst('section li button'), inDialog],
  [`/console/calls?${filters}`],
  [
    '/console/providers',
    shows('.border-amber'),
    keepFirst('#content tbody button'),
    inDialog,
    keepFirst('dialog li button'),
    settle,
  ],
  [
    '/console/sources',
    (page) => page.getByRole('button', { name: /^Fields: Company directory/ }).click(),
    inDialog,
  ],
  ['/console/jobs', (page) => page.getByRole('tab', { name: 'Jobs' }).click()],
  ['/console/changes'],
  [`/console/changes?${filters}`],
  ['/console/settings'],
]

describe.runIf(hasBrowser)('the console', () => {
  let app: TestApp
  let browser: Browser
  let manager: Awaited<ReturnType<TestApp['account']>>

  beforeAll(async () => {
    buildConsole()
    browser = await startBrowser()
    app = await startApp({ config: { webhooks: { allowPrivate: true } } })
    manager = await app.account({ name: 'Fenmont', statistics_enabled: true }, { permissions: ['manage'] })
    const lookup = '/v2/company?query=fenmont.example'
    const response = await app.call(manager.secret, lookup)
    const body = (value: object) => ({
      method: 'POST',
      body: JSON.stringify(value),
      headers: { 'content-type': 'application/json' },
    })
    const inputs = [{ query: 'fenmont.example' }]
    await app.call(manager.secret, '/v2/batches', body({ endpoint: '/v2/company', inputs }))
    await app.call(manager.secret, '/v2/webhooks/secret', body({}))
    await app.call(manager.secret, `${lookup}&is_async=true&webhook=http://127.0.0.1:9/`)
    const deliveries = async () => (await app.call(manager.secret, '/v2/webhooks/deliveries')).text()
    await waitUntil(async () => (await deliveries()).includes('127.0.0.1:9'))
    await app.call(manager.secret, '/v2/keys', body({ alias: 'reports' }))
    const watch = { endpoint: '/v2/company', params: { query: 'fenmont.example' }, every: 3600 }
    const watched = await app.call(manager.secret, '/v2/watches', body(watch))
    const { watch_id: watchId } = (await watched.json()) as { watch_id: string }
    const record = (staff: number) => JSON.stringify({ staff, [hostile]: staff, city: `${hostile}${staff}` })
    const patch = JSON.stringify([{ op: 'replace', path: `/${hostile}`, value: 42 }])
    const change = { patch, before: record(40), after: record(42) }
    for (const event of [
      { type: 'missed', missed: 3, reason: hostile },
      { type: 'paused', reason: hostile },
      { type: 'changed', ...change },
    ] as const)
      await recordEvent(app.database.pool, { watchId, ...event })
    await createProblem(app, {
      path: '/v2/company',
      field: hostile,
      examples: [response.headers.get('x-request-id') ?? ''],
      why: hostile,
      page: `<!doctype html>${hostile}<body onload="hacked=1">`,
    })
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  test.each([
    ['account', accountViews],
    ['operator', operatorViews],
  ])('hostile texts are shown as plain text on every view of an %s', async (role, views) => {
    const { page, problems, close } = await openPage(browser, app.url)
    await signIn(page, role === 'account' ? manager.secret : adminToken)
    await page.route(/\/(?:v2|admin|session|status\.json)/, respondPoisoned)
    for (const [path, ...actions] of views) {
      await page.goto(app.url + path)
      await settle(page)
      for (const action of actions) await action(page)
      const shown = page.locator('#content').getByText('onerror').filter({ visible: true }).first()
      if (!path.includes('?')) await expect(shown.waitFor(), path).resolves.toBeUndefined()
      if (actions.includes(inDialog)) await page.getByRole('dialog').getByText('onerror').first().waitFor()
      const state = await page.evaluate(
        `[typeof hacked, document.querySelectorAll('img[src=x], script:not([src]), [href^=javascript], [src^=javascript], [onload], [onerror]').length]`,
      )
      expect([path, ...(state as unknown[])]).toEqual([path, 'undefined', 0])
    }
    expect(problems).toEqual([])
    await close()
  })

  // Another port is another origin but the same site: the cookie is sent, and only the required header protects.
  // Another host name is another site.
  test('a page of another origin can do nothing with the session and cannot frame the console', async () => {
    // A separate account without other activity: any credit spent there was spent by the attacking page.
    const owner = await app.account({}, { permissions: ['manage'] })
    const { page, close } = await openPage(browser, app.url)
    await signIn(page, owner.secret)
    const framed = ['/', '/console/keys', '/status'].map((path) => app.url + path)
    const evil = createServer((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(framed.map((url) => `<iframe src="${url}"></iframe>`).join('') + form),
    )
    const batch = '{"endpoint":"/v2/company","inputs":[{"query":"fenmont.example"}],"more":"'
    const form = `<form method="post" enctype="text/plain" action="${app.url}/v2/batches" target="sent"><input name='${batch}' value='"}'></form><iframe name="sent"></iframe>`
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    const { port } = evil.address() as AddressInfo
    const left = async () => {
      const used = await (await app.call(owner.secret, '/v2/usage')).json()
      const { batches } = (await (await app.call(owner.secret, '/v2/batches')).json()) as { batches: [] }
      return [(used as { total_used: number }).total_used, batches.length]
    }
    const lookup = `${app.url}/v2/company?query=fenmont.example`
    for (const host of ['127.0.0.1', 'localhost']) {
      const attacker = await page.context().newPage()
      await attacker.goto(`http://${host}:${port}/`)
      const tries = await attacker.evaluate(`Promise.all([
        fetch('${lookup}', { credentials: 'include', headers: { 'x-quarry-console': '1' } }),
        fetch('${lookup}', { credentials: 'include' }),
        fetch('${lookup}', { credentials: 'include', mode: 'no-cors' }).then((response) => response.type),
        fetch('${app.url}/session', { method: 'DELETE', credentials: 'include', mode: 'no-cors' }),
        fetch('${app.url}/session', { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{"secret":"x"}' }).then((response) => response.type),
        new Promise((resolve, reject) => {
          const image = new Image()
          image.onload = () => resolve('shown')
          image.onerror = reject
          image.src = '${lookup}'
        }),
        new Promise((resolve, reject) => {
          const script = document.createElement('script')
          script.onload = () => resolve('run')
          script.onerror = reject
          script.src = '${app.url}/session'
          document.head.append(script)
        }),
      ].map((work) => work.catch(() => 'refused')))`)
      expect([host, tries]).toEqual([
        host,
        ['refused', 'refused', 'opaque', 'refused', 'opaque', 'refused', 'refused'],
      ])
      const sent = attacker.waitForResponse(`${app.url}/v2/batches`)
      await attacker.evaluate(`document.forms[0].submit()`)
      expect((await sent).status()).toBe(401)
      // The page cannot control a window that it opened.
      await attacker.evaluate(`window.stolen = open('${app.url}/')`)
      await expect.poll(() => attacker.evaluate('stolen.closed')).toBe(true)
      for (const url of framed) expect(attacker.frames().map((frame) => frame.url())).not.toContain(url)
      await attacker.close()
    }
    expect(await left()).toEqual([0, 0])
    await page.goto(`${app.url}/console/calls`)
    await page.getByRole('heading', { name: 'Calls' }).waitFor()
    await close()
    evil.closeAllConnections()
    await new Promise((resolve) => evil.close(resolve))
  })

  test('the status page works without scripts, shows incidents as text, and is accessible', async () => {
    const plain = await openPage(browser, `${app.url}/status`, { javaScriptEnabled: false })
    await plain.page.getByRole('heading', { name: 'Status' }).waitFor()
    expect(await plain.page.locator('.endpoints > li').count()).toBeGreaterThan(10)
    expect(await plain.page.locator('.days').first().locator('.day').count()).toBe(30)
    const incidents = plain.page.locator('.incidents > li')
    await incidents.nth(1).waitFor()
    expect(await incidents.first().textContent()).toMatch(
      /^\s*\/v2\/company .*onerror.* is missing more often/,
    )
    expect(await incidents.first().textContent()).toContain('Ongoing, since 2026-01-31 12:00 UTC')
    expect(await incidents.nth(1).textContent()).toMatch(/onerror.* has different values/)
    expect(await plain.page.locator('img[src=x], script').count()).toBe(0)
    expect(plain.problems).toEqual([])
    await plain.close()
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      const { page, problems, close } = await openPage(browser, `${app.url}/status`, {
        colorScheme,
        viewport: { width, height: 900 },
      })
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      expect(problems).toEqual([])
      await close()
    }
  })
})
