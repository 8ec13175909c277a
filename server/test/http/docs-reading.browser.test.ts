// Reading the reference page in a real browser: search, keyboard, copying, responses, narrow screens, both themes, and
// accessibility checks with axe.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import {
  accessibilityProblems,
  hasBrowser,
  type OpenedPage,
  openPage,
  startBrowser,
} from '../support/browser.ts'

/** A theme only changes colours; a narrow window changes everything but colours. */
const checks = [
  [1440, 'light', 'all'],
  [1440, 'dark', 'contrast'],
  [390, 'dark', 'all but contrast'],
] as const

describe.runIf(hasBrowser)('reading the reference page', () => {
  let app: TestApp
  let browser: Browser

  beforeAll(async () => {
    browser = await startBrowser()
    app = await startApp()
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  const open = (width: number, colorScheme: 'light' | 'dark' = 'light', anchor = ''): Promise<OpenedPage> =>
    openPage(browser, `${app.url}/docs${anchor}`, { viewport: { width, height: 900 }, colorScheme })
  const visibleArticles = (page: Page): Promise<string[]> =>
    page.locator('article:visible').evaluateAll((articles) => articles.map(({ id }) => id))
  const ground = (page: Page): Promise<string> =>
    page.evaluate('getComputedStyle(document.body).backgroundColor')
  /** Together these operations contain every kind of element of the page; the others only repeat them. */
  const sampleIds = ['newssearch_news', 'create_batch', 'cancel_batch', 'usage']

  /** Removes all other operations, opens everything collapsed, and sends one request. */
  async function unfold(page: Page): Promise<void> {
    await page.evaluate(`for (const one of document.querySelectorAll('article'))
      if (${JSON.stringify(sampleIds)}.includes(one.id)) for (const fold of one.querySelectorAll('details')) fold.open = true
      else one.remove()`)
    await page.locator('[id="usage"] .send').click()
    await page.locator('[id="usage"] .live summary').click()
    if (await page.locator('#menu').isVisible()) await page.locator('#menu').click()
  }
  /** Elements cut off at the side do not change the page's scroll width. Code scrolls in its own frame. */
  const overflowing = `[...document.querySelectorAll('main *, header *')]
    .filter((one) => one.checkVisibility() && !one.closest('pre, .unseen') && one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120))`

  test.each(checks)('at %i px in the %s theme axe finds nothing', async (width, theme, rules) => {
    const { page, problems, close } = await open(width, theme)
    await unfold(page)
    expect(await accessibilityProblems(page, rules)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  // Narrow screens are tested in narrow-pages.browser.test.ts.
  test('at 1440 px no element exceeds the right edge', async () => {
    const { page, close } = await open(1440)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440)
    expect(await page.evaluate(overflowing)).toEqual([])
    await unfold(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440)
    expect(await page.evaluate(overflowing)).toEqual([])
    await close()
  })

  test('axe finds nothing on the page as a whole', async () => {
    const { page, close } = await open(1440)
    // The tests above check each kind of element.
    expect(await accessibilityProblems(page, 'structure')).toEqual([])
    await close()
  })

  test('the two themes differ', async () => {
    const [light, dark] = await Promise.all([open(800, 'light'), open(800, 'dark')])
    expect(await ground(light.page)).toBe('rgb(255, 255, 255)')
    expect(await ground(dark.page)).not.toBe('rgb(255, 255, 255)')
    await Promise.all([light.close(), dark.close()])
  })

  test('search filters the list and the page by words in any order, and Escape shows everything again', async () => {
    const { page, problems, close } = await open(1440)
    const all = await visibleArticles(page)
    await page.keyboard.press('/')
    await page.keyboard.type('batch cancel')
    expect(await visibleArticles(page)).toEqual(['cancel_batch'])
    expect(await page.locator('[data-operation]:visible').count()).toBe(1)
    expect(await page.locator('#found').textContent()).toBe('1 operation')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).hash).toBe('#cancel_batch')
    await page.locator('#search').fill('investment_type')
    expect(await visibleArticles(page)).toEqual(['startupdb_funding_rounds'])
    await page.locator('#search').fill('zzz nothing')
    expect(await visibleArticles(page)).toEqual([])
    expect(await page.locator('#nothing-found').isVisible()).toBe(true)
    await page.locator('#search').press('Escape')
    expect(await visibleArticles(page)).toEqual(all)
    expect(problems).toEqual([])
    await close()
  })

  test('each operation has its own URL, also while a search hides it', async () => {
    const { page, close } = await open(1440, 'light', '#statistics')
    expect(
      await page
        .locator('[id="statistics"]')
        .evaluate((one) => Math.abs(one.getBoundingClientRect().top) < 5),
    ).toBe(true)
    await page.locator('#search').fill('batch')
    expect(await page.locator('[id="company"]').isVisible()).toBe(false)
    await page.evaluate(`location.hash = '#company'`)
    await page.locator('[id="company"]').waitFor({ state: 'visible' })
    await close()
  })

  test('arrow keys switch tabs for the whole page, and the choice is remembered', async () => {
    const { page, close } = await open(1440)
    await page.locator('[id="company-tab-0"]').focus()
    await page.keyboard.press('ArrowLeft')
    expect(
      await page.locator('[id="company-tab-2"]').evaluate((one) => one === one.ownerDocument.activeElement),
    ).toBe(true)
    expect(await page.locator('[id="usage-sample"]').textContent()).toContain('import requests')
    expect(await page.locator('[role=tab][aria-selected=true]').allTextContents()).toEqual(
      Array(await page.locator('article').count()).fill('Python'),
    )
    await page.reload()
    expect(await page.locator('[id="usage-sample"]').textContent()).toContain('import requests')
    await close()
  })

  test('a copy button copies the sample exactly', async () => {
    const { page, close } = await open(1440)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('[id="company-form"] input[name=query]').fill('Grün & Söhne')
    await page.locator('[id="company"] .sample .copy').click()
    await page.locator('[id="company"] .sample .copy', { hasText: 'Copied' }).waitFor()
    const copied: string = await page.evaluate('navigator.clipboard.readText()')
    expect(copied).toBe(await page.locator('[id="company-sample"]').textContent())
    expect(copied).toContain('query=Gr%C3%BCn+%26+S%C3%B6hne')
    await close()
  })

  test('the keyboard focus is visible, and the list can be skipped', async () => {
    const { page, close } = await open(1440)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the reference')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(
      `(() => { const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement); return [!!document.activeElement.closest('main'), outlineStyle, outlineWidth] })()`,
    )
    expect(focused).toEqual([true, 'solid', '2px'])
    await close()
  })

  test('on a narrow screen the list is behind a button', async () => {
    const { page, close } = await open(390)
    const list = page.locator('nav')
    expect(await list.isVisible()).toBe(false)
    await page.locator('#menu').click()
    expect(await list.isVisible()).toBe(true)
    await page.locator('nav a[href="#usage"]').click()
    expect(await list.isVisible()).toBe(false)
    expect(new URL(page.url()).hash).toBe('#usage')
    await close()
  })

  test('NDJSON is sent with its endpoint in the query, and the response is described', async () => {
    const { secret } = await app.account()
    const fresh = await openPage(browser, `${app.url}/docs`)
    await fresh.page.locator('#key').fill(secret)
    const article = fresh.page.locator('[id="create_batch"]')
    const endpoint = article.locator('[name=endpoint]')
    expect([await article.locator('.place').isVisible(), await endpoint.isVisible()]).toEqual([false, false])
    await article.locator('.body-type').selectOption('application/x-ndjson')
    expect([await article.locator('.place').isVisible(), await endpoint.isVisible()]).toEqual([true, true])
    await article.locator('textarea:enabled').press('Control+Enter')
    expect(await article.locator('.live [role=status]').textContent()).toMatch(
      /^202 Accepted · \d+ ms · \d+ B · 0 credits used$/,
    )
    expect(JSON.parse((await article.locator('.live pre').textContent()) ?? '')).toMatchObject({
      status: 'running',
      total: 1,
    })
    await fresh.close()
  })

  test('the response shows status, time, size, cost, headers and body; without a key it says what is missing', async () => {
    const { secret } = await app.account({ bonus_credits: 10 })
    const fresh = await openPage(browser, `${app.url}/docs#company`)
    const article = fresh.page.locator('[id="company"]')
    const line = article.locator('.live [role=status]')
    await article.locator('.send').click()
    expect(await line.textContent()).toMatch(/^401 .*enter your key/)
    await fresh.page.locator('#key').fill(secret)
    await article.locator('.send').click()
    await expect
      .poll(() => line.textContent())
      .toMatch(/^200 OK · \d+ ms · [\d.]+ k?B · 1 credit used, 9 left$/)
    await article.locator('.live summary').click()
    expect(await article.locator('.live dl').textContent()).toContain('x-request-id')
    expect(JSON.parse((await article.locator('.live pre').textContent()) ?? '')).toHaveProperty('domain')
    await fresh.close()
  })
})
