// The first visit to the console: a checklist instead of empty charts, results as card and table, and a receipt with
// follow-up actions.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureDemo } from '../../src/accounts/first-sign-in.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { accessibilityProblems, hasBrowser, openPage, startBrowser } from '../support/browser.ts'
import { buildConsole } from '../support/builds.ts'
import { settle, signIn } from '../support/console.ts'

describe.runIf(hasBrowser)('the first visit', () => {
  let app: TestApp
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    buildConsole()
    browser = await startBrowser()
    app = await startApp()
    const demo = await ensureDemo(app.database)
    page = (await openPage(browser, app.url)).page
    await signIn(page, demo?.secret ?? '')
    await settle(page)
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  test('shows the first steps, each with a button, and no empty charts', async () => {
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    expect(await page.locator('ol > li').count()).toBe(5)
    expect(await page.getByRole('heading', { name: 'By endpoint' }).count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Show the set-up' }).click()
    expect(await page.locator('pre').textContent()).toContain(`${app.url}/mcp?budget=100`)
    await page.setViewportSize({ width: 360, height: 800 })
    const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
    expect(await page.evaluate(isWide)).toBe(false)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('a record is shown as a card, a list as a sortable table', async () => {
    await page.goto(`${app.url}/console/playground?endpoint=/v2/company&query=fenmont.example`)
    await page.getByRole('button', { name: /^Run/ }).click()
    await page.getByRole('tab', { name: 'Card' }).waitFor()
    expect(await page.getByRole('tabpanel', { name: 'Card' }).textContent()).toContain('Fenmont')
    await page.goto(`${app.url}/console/playground?endpoint=/v2/company/suggest&query=a`)
    await page.getByRole('button', { name: /^Run/ }).click()
    const names = () => page.locator('[role=tabpanel] tbody tr td:first-child').allTextContents()
    await page.getByRole('tab', { name: 'Table' }).waitFor()
    const head = page.getByRole('columnheader', { name: 'name' })
    await head.getByRole('button').click()
    const ascending = await names()
    expect(ascending).toEqual(ascending.toSorted((a, b) => a.localeCompare(b)))
    await head.getByRole('button').click()
    expect(await names()).toEqual(ascending.toReversed())
    expect(await head.getAttribute('aria-sort')).toBe('descending')
  })

  test('an endpoint is found by words and filled with an example; a refused call says what to do', async () => {
    await page.goto(`${app.url}/console/playground`)
    const find = page.getByLabel('Find an endpoint')
    await find.fill('nothing like this')
    await page.getByText('No endpoint matches').waitFor()
    await find.fill('sneaker search')
    await page.getByRole('region', { name: 'sneakermarket' }).getByRole('button').click()
    await page.getByRole('group', { name: 'Examples' }).getByRole('button', { name: 'LL1000-353' }).click()
    expect(await page.getByLabel(/^query/).inputValue()).toBe('LL1000-353')
    await page.getByRole('button', { name: /^Run/ }).click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await page.getByRole('tab', { name: 'Table' }).waitFor()
    // A picture is a link: the page loads nothing from other hosts.
    expect(await page.getByRole('link', { name: 'Picture' }).first().getAttribute('href')).toMatch(/^https:/)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.goto(`${app.url}/console/playground?endpoint=/v2/company&query=fault-blocked.example`)
    await page.getByRole('button', { name: /^Run/ }).click()
    await page.getByRole('alert').getByText('Nothing was charged', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Receipt' }).click()
    await page.getByRole('dialog').getByText('Nothing was charged', { exact: false }).waitFor()
    await page.goto(`${app.url}/console/playground?endpoint=/v2/company/suggest&query=a`)
    await page.getByRole('button', { name: /^Run/ }).click()
  })

  test('a receipt links to a new watch for the same lookup and copies the call as curl', async () => {
    await page.getByRole('link', { name: 'Receipt' }).click()
    const dialog = page.getByRole('dialog')
    // As on a server without HTTPS.
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
    await dialog.getByRole('button', { name: 'Copy as curl' }).click()
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()
    await dialog.getByRole('link', { name: 'Watch this' }).click()
    const form = page.getByRole('dialog', { name: 'New watch' })
    await form.waitFor()
    const query = form.getByLabel(/^query/)
    expect(await query.inputValue()).toBe('a')
    await query.press('Control+a')
    await query.press('Control+v')
    expect(await query.inputValue()).toContain(`curl`)
    await form.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL((url) => url.search === '')
  })

  test('completed steps are ticked off, and keys can be managed', async () => {
    await page.goto(app.url)
    await settle(page)
    const call = page.locator('ol > li', { hasText: 'Make a call' })
    await call.getByText('done').waitFor()
    await page.getByRole('link', { name: 'Open keys' }).click()
    await page.getByRole('button', { name: /New key/ }).waitFor()
    await page.goto(app.url)
    await page.getByRole('button', { name: 'Hide' }).click()
    expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0)
  })
})
