// What every test of the console in a browser does.
import type { Page } from 'playwright-core'

export async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel('API key or admin token').fill(secret)
  await page.keyboard.press('Enter')
  await page.locator('#content h1').waitFor()
}

/** Until what the view asked for is there. */
export async function settle(page: Page): Promise<void> {
  await page.locator('#content h1').waitFor()
  await page.locator('[role=status][aria-label=Loading]').first().waitFor({ state: 'detached' })
}
