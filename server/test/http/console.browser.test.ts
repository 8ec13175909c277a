// Signing in to the console in a real browser, and the headers of its pages. Its views are in
// console-views.browser.test.ts.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashKey } from '../../src/accounts/key-format.ts'
import { createSessions } from '../../src/accounts/sessions.ts'
import { adminToken, startApp, type TestApp } from '../support/app.ts'
import { hasBrowser, openPage, startBrowser } from '../support/browser.ts'
import { buildConsole } from '../support/builds.ts'

describe.runIf(hasBrowser)('the console', () => {
  let app: TestApp
  let browser: Browser

  beforeAll(async () => {
    buildConsole()
    browser = await startBrowser()
    app = await startApp()
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  test('a new user signs in with a key, and signs out', async () => {
    const { secret } = await app.account({ name: 'Fenmont', statistics_enabled: true })
    const { page, problems, close } = await openPage(browser, app.url)
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('not-a-key')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('not valid').waitFor()
    await page.getByLabel('API key or admin token').fill(secret)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Fenmont' }).waitFor()
    await page.getByText('1,000').waitFor()
    expect(await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]')).toEqual([
      '',
      0,
      0,
    ])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key or admin token').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('a link with a code signs in once', async () => {
    const sessions = createSessions({ pool: app.database.pool, adminToken })
    const code = await sessions.makeCode({ keyId: null, secretHash: hashKey(adminToken) })
    const first = await openPage(browser, `${app.url}/#code=${code}`)
    await first.page.getByRole('heading', { name: 'Overview' }).waitFor()
    expect(first.page.url()).toBe(`${app.url}/`)
    const second = await openPage(browser, `${app.url}/#code=${code}`)
    await second.page.getByRole('alert').waitFor()
    expect([...first.problems, ...second.problems]).toEqual([])
    await first.close()
    await second.close()
  })

  test('pages carry the content security policy, and browsers cache their files', async () => {
    for (const path of ['/', '/console/calls', '/status']) {
      const { status, headers } = await fetch(app.url + path)
      expect([path, status, headers.get('content-security-policy')]).toEqual([
        path,
        200,
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      ])
      expect(headers.get('etag')).toMatch(/^"/)
    }
    const html = await (await fetch(app.url)).text()
    expect(html).not.toMatch(/<style|<script(?![^>]* src=)| style=| on\w+=/)
    const [, asset] = /src="(\/console\/assets\/[^"]+)"/.exec(html) ?? []
    const assetResponse = await fetch(app.url + asset)
    expect([assetResponse.status, assetResponse.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    for (const path of ['/console', '/console/']) {
      const { status, headers } = await fetch(app.url + path, { redirect: 'manual' })
      expect([path, status, headers.get('location')]).toEqual([path, 302, '/'])
    }
    for (const path of ['/console/assets/nothing.js', '/console/assets/..%2Findex.html'])
      expect((await fetch(app.url + path)).status).toBe(404)
  })
})
