// Every page at a width of 360 px, with narrow and wide fonts and with text at 200 %: no element is wider than its
// space.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminToken, startApp, type TestApp } from '../support/app.ts'
import { hasBrowser, openPage, startBrowser } from '../support/browser.ts'
import { buildConsole } from '../support/builds.ts'
import { settle, signIn } from '../support/console.ts'
import { type ConsoleData, fillConsole } from '../support/console-data.ts'
import { createMeasure, type Measure } from '../support/wide-elements.ts'

const viewport = { width: 360, height: 800 }

describe.runIf(hasBrowser)('at 360 px', () => {
  let app: TestApp
  let browser: Browser
  let data: ConsoleData

  beforeAll(async () => {
    buildConsole()
    browser = await startBrowser()
    app = await startApp()
    data = await fillConsole(app)
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  /** Every route of the console, as its router lists them. */
  const readRoutes = async (page: Page): Promise<string[]> => {
    const routes = (await page.evaluate('Object.keys(__TSR_ROUTER__.routesByPath)')) as string[]
    expect(routes).toContain('/console/playground')
    return routes
  }
  /** Opens a view within the loaded page. */
  async function goTo(page: Page, path: string): Promise<void> {
    await page.evaluate(`__TSR_ROUTER__.navigate({ to: '${path}', search: {} })`)
    await expect
      .poll(() => page.evaluate('__TSR_ROUTER__.state.resolvedLocation.href'), { interval: 10 })
      .toBe(path)
  }

  /** Clicks each kind of button of a view once, and measures what it opens. */
  async function measureButtons(page: Page, path: string, measure: Measure): Promise<string[]> {
    const found: string[] = []
    const pressed: string[] = []
    for (;;) {
      const name = (await page.evaluate(`(() => {
        const pressed = new Set(${JSON.stringify(pressed)})
        for (const button of document.querySelectorAll('#content button:enabled')) {
          // Rows of a list are one kind; other buttons differ by their text.
          const kind = button.className + (button.matches('.button, [role=tab]') ? button.textContent : '')
          if (pressed.has(kind) || !button.checkVisibility()) continue
          button.click()
          return kind
        }
        return null
      })()`)) as string | null
      if (name === null) return found
      pressed.push(name)
      const busy = page.locator('#content button:disabled:not(dialog *), [role=status][aria-label=Loading]')
      await expect.poll(() => busy.count(), { interval: 10 }).toBe(0)
      found.push(...(await measure(`${path} after “${name.slice(-30)}”`, true)))
      // A dialog that is just loading takes the focus a moment later, so one key press may be lost.
      const closeDialog = async () => {
        const count = await page.locator('dialog[open]').count()
        if (count > 0) await page.keyboard.press('Escape')
        return count
      }
      await expect.poll(closeDialog, { interval: 50 }).toBe(0)
    }
  }

  test('the sign-in form fits', async () => {
    const { page, problems, close } = await openPage(browser, app.url, { viewport })
    const measure = await createMeasure(page)
    const found: string[] = []
    // Every route shows the same form; two of them are enough.
    for (const path of (await readRoutes(page)).slice(0, 2)) {
      await goTo(page, path)
      await page.getByLabel('API key or admin token').waitFor()
      found.push(...(await measure(path)))
    }
    expect(found).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  test.each(['account', 'operator'])(
    'every view fits for an %s, with its dialogs and menus',
    async (role) => {
      const { page, problems, close } = await openPage(browser, app.url, { viewport })
      await signIn(page, role === 'account' ? data.manager.secret : adminToken)
      const measure = await createMeasure(page)
      const found: string[] = []
      await page.getByRole('button', { name: 'Menu' }).click()
      found.push(...(await measure('the menu')))
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      found.push(...(await measure('the search')))
      for (const path of await readRoutes(page)) {
        await page.goto(app.url + path)
        await settle(page)
        found.push(...(await measure(path)))
        found.push(...(await measureButtons(page, path, measure)))
      }
      expect(found).toEqual([])
      expect(problems).toEqual([])
      await close()
    },
  )

  test('the reference fits, with its menu, a response and all collapsed sections', async () => {
    const { page, problems, close } = await openPage(browser, `${app.url}/docs`, { viewport })
    const measure = await createMeasure(page)
    await page.locator('#menu').click()
    await page.locator('[id="usage"] .send').click()
    await page.locator('[id="usage"] .live summary').waitFor()
    // Most operations have the same headers, errors and options, so each table is measured once.
    await page.evaluate(`{
      const tables = new Set()
      for (const fold of document.querySelectorAll('details.fold'))
        if (tables.has(fold.textContent)) fold.remove()
        else tables.add(fold.textContent)
    }`)
    expect(await measure('/docs')).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  test('the status page fits, with an alarm and an incident', async () => {
    const { page, problems, close } = await openPage(browser, `${app.url}/status`, { viewport })
    const measure = await createMeasure(page)
    expect(await page.locator('.alarm, .incidents li').count()).toBeGreaterThan(1)
    expect(await measure('/status')).toEqual([])
    expect(problems).toEqual([])
    await close()
  })
})
