// Helpers that every browser test of the console uses.
import type { Page } from 'playwright-core'

export async function signIn(page: Page, secret: string): Promise<void> {
  await page.getByLabel('API key or admin token').fill(secret)
  await page.keyboard.press('Enter')
  await page.locator('#content h1').waitFor()
}

/** Waits until the view has loaded its data. */
export async function settle(page: Page): Promise<void> {
  await page.locator('#content h1').waitFor()
  await page.locator('[role=status][aria-label=Loading]').first().waitFor({ state: 'detached' })
}
