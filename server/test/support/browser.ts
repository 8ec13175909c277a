// A real browser (Chromium) for tests of pages. Records what must never happen on any page: an error on the console, a
// violated content security policy, a request to another host.
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'

const path = findChromium()
const why =
  'no Chromium was found: install it (Debian: apt-get install chromium), or name it in QUARRY_TEST_CHROMIUM'

/** False skips the browser tests with a notice; with CI=true they fail instead. */
export const hasBrowser = path !== null || process.env.CI === 'true'
if (path === null) process.stderr.write(`Tests in a browser: ${why}\n`)

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function startBrowser(): Promise<Browser> {
  if (path === null) throw new Error(why)
  // Chromium's own sandbox refuses to start for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...flags] : flags
  return chromium.launch({ executablePath: path, args })
}

export type OpenedPage = { page: Page; problems: string[]; close: () => Promise<void> }

/** Opens a page in its own profile. `problems` is filled while the page is open; each test expects it to be empty. */
export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  // Without animations, scrolling is immediate.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    // Chromium logs an error status as an error, but a refused call is an expected response.
    const isStatus = message.text().startsWith('Failed to load resource: the server responded with a status')
    if (['error', 'warning'].includes(message.type()) && !isStatus) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== new URL(address).origin)
      problems.push(`request to ${request.url()}`)
  })
  page.on('response', (response) => {
    const isPart = ['document', 'stylesheet', 'script', 'image', 'font'].includes(
      response.request().resourceType(),
    )
    if (isPart && response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`)
  })
  await page.exposeFunction('reportPolicy', (what: string) => problems.push(`policy: ${what}`))
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => reportPolicy(event.violatedDirective + ' ' + event.blockedURI))`,
  )
  await page.goto(address)
  return { page, problems, close: () => context.close() }
}

/** The rules that apply to the page as a whole. */
const wholePageRules = [
  'bypass',
  'document-title',
  'duplicate-id-aria',
  'form-field-multiple-labels',
  'heading-order',
  'html-has-lang',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
]

/**
 * The problems that axe finds on the page: rule and element. Contrast is the only rule that depends on the theme, and
 * takes longer than all others together, so the second theme of a page needs no other rule.
 */
export async function accessibilityProblems(
  page: Page,
  rules: 'all' | 'contrast' | 'all but contrast' | 'structure' = 'all',
): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    ...(rules === 'contrast' && { runOnly: ['color-contrast'] }),
    ...(rules === 'structure' && { runOnly: wholePageRules }),
    ...(rules === 'all but contrast' && { rules: { 'color-contrast': { enabled: false } } }),
  }
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  return page.evaluate(`axe
    .run(document, ${JSON.stringify(options)})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))`)
}
