// Every view of the console in a real browser, with data made through the API: accessibility in both themes and
// widths, and the main actions. Attacks are tested in console-hostile.browser.test.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminToken, startApp, type TestApp } from '../support/app.ts'
import { accessibilityProblems, hasBrowser, openPage, startBrowser } from '../support/browser.ts'
import { buildConsole } from '../support/builds.ts'
import { settle, signIn } from '../support/console.ts'
import { type ConsoleData, fillConsole } from '../support/console-data.ts'
import { isDoneWithin } from '../support/eventually.ts'

const accountViews = [
  '/',
  '/console/playground',
  '/console/calls',
  '/console/jobs',
  '/console/watches',
  '/console/watches?watch=',
  '/console/keys',
  '/console/webhooks',
]
const operatorViews = [
  '/',
  '/console/accounts',
  '/console/calls',
  '/console/providers',
  '/console/sources',
  '/console/jobs',
  '/console/changes',
  '/console/settings',
]

/** A theme only changes colours; a narrow window changes everything but colours. */
const checks = [
  [1440, 'light', 'all'],
  [1440, 'dark', 'contrast'],
  [390, 'dark', 'all but contrast'],
] as const

describe.runIf(hasBrowser)('the console', () => {
  let app: TestApp
  let browser: Browser
  let manager: ConsoleData['manager']
  let jobId: string
  let watchId: string
  /** Paths that end in `watch=` get the id of the watch. */
  const toUrl = (path: string) => app.url + path + (path.endsWith('watch=') ? watchId : '')
  /** A call that an alarm links to. */
  let example: string

  beforeAll(async () => {
    buildConsole()
    browser = await startBrowser()
    app = await startApp()
    ;({ manager, exampleId: example, jobId, watchId } = await fillConsole(app))
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  test.each([
    ['account', accountViews],
    ['operator', operatorViews],
  ])('every view of the %s is accessible, wide and narrow, light and dark', async (role, views) => {
    const { page, problems, close } = await openPage(browser, app.url, {
      viewport: { width: 1440, height: 900 },
    })
    await page.getByLabel('API key or admin token').waitFor()
    const found = await accessibilityProblems(page)
    await signIn(page, role === 'account' ? manager.secret : adminToken)
    for (const path of views) {
      await page.goto(toUrl(path))
      await settle(page)
      for (const [width, colorScheme, rules] of checks) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        const here = `${path} ${width} ${colorScheme}`
        found.push(...(await accessibilityProblems(page, rules)).map((problem) => `${here}: ${problem}`))
      }
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1440, height: 900 })
      const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')
      // Charts are redrawn for the new width after a moment.
      if (!(await isDoneWithin(2_000, async () => Number(await overflow()) <= 0)))
        found.push(`${path} is ${await overflow()} px too wide for 1440`)
    }
    expect(found).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  test('a playground call appears live in the list of calls, with a receipt whose sums match', async () => {
    const { page, problems, close } = await openPage(browser, app.url)
    await signIn(page, manager.secret)
    const list = await page.context().newPage()
    await list.goto(`${app.url}/console/calls?endpoint=/v2/ticketing/event`)
    await list.getByText('No calls').waitFor()
    await list.getByRole('button', { name: 'Follow live' }).click()
    // Uses the keyboard only, as the palette is designed for.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to a view or an endpoint' }).waitFor()
    await page.keyboard.type('ticketing/event')
    await page.getByRole('option', { name: '/v2/ticketing/event' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Run for 1 credit' }).click()
    await page.getByText('sandbox: invented data').waitFor()
    await list.getByRole('button', { name: /200.*ticketing\/event/ }).click({ timeout: 10_000 })
    await list.getByText('The sums match').waitFor()
    await list.getByText('1 call: 1 answered').waitFor()
    await list.getByText('Ledger: charge').waitFor()
    await list.getByRole('link', { name: 'Run again for 1 credit' }).click()
    await list.getByRole('button', { name: 'Run for 1 credit' }).waitFor()
    expect(await list.getByLabel(/^query/).inputValue()).not.toBe('')
    expect(problems).toEqual([])
    await close()
  })

  test('revoking a key in the console signs it out everywhere', async () => {
    const { page, problems, close } = await openPage(browser, app.url)
    await signIn(page, manager.secret)
    await page.goto(`${app.url}/console/keys`)
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('short-lived')
    await page.getByRole('button', { name: 'Create key' }).click()
    const secret = (await page.locator('dialog [role=status] .mono').textContent()) ?? ''
    expect(secret).toMatch(/^qry_/)
    await page.keyboard.press('Escape')
    await page
      .getByRole('row', { name: /reports/ })
      .getByText('1 / 4')
      .waitFor()
    await page
      .getByRole('row', { name: /reports/ })
      .getByRole('button', { name: 'Rotate' })
      .click()
    await page.getByLabel('The old secret keeps working').selectOption('3600')
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await page.getByText('Copy it now').waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('row', { name: /reports/ })
      .getByRole('timer')
      .filter({ hasText: /59 min \d+ s/ })
      .waitFor()
    const other = await openPage(browser, app.url)
    await signIn(other.page, secret)
    await page
      .getByRole('row', { name: /short-lived/ })
      .getByRole('button', { name: 'Revoke' })
      .click()
    await page.getByText('This key was not used recently').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('row', { name: /short-lived.*revoked/ }).waitFor()
    expect(await isDoneWithin(1_500, async () => (await app.call(secret, '/v2/usage')).status === 401)).toBe(
      true,
    )
    await other.page.goto(`${app.url}/console/calls`)
    await other.page.getByLabel('API key or admin token').waitFor()
    expect([...problems, ...other.problems]).toEqual([])
    await close()
    await other.close()
  })

  test('an uploaded table becomes a batch', async () => {
    const { page, problems, close } = await openPage(browser, app.url)
    await signIn(page, manager.secret)
    await page.goto(`${app.url}/console/jobs`)
    await page.getByRole('button', { name: 'New batch from CSV' }).click()
    await page.getByLabel('Endpoint').selectOption('/v2/company')
    const buffer = Buffer.from('name;domain\r\n"Fen;mont";fenmont.example\r\nNobody;nobody.example\r\n')
    await page.getByLabel(/CSV file/).setInputFiles({ name: 'companies.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('query (required)').selectOption('domain')
    await page.getByRole('button', { name: 'Start 2 lines for up to 2 credits' }).click()
    await page.getByText('2 of 2 finished · 0 failed · 1 not found · 1 credit').waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('a bad line of a file is named by its number, or skipped and listed', async () => {
    const { page, problems, close } = await openPage(browser, app.url)
    await signIn(page, manager.secret)
    await page.goto(`${app.url}/console/jobs`)
    await page.getByRole('button', { name: 'New batch from CSV' }).click()
    await page.getByLabel('Endpoint').selectOption('/v2/ticketing/event')
    const buffer = Buffer.from('query\r\n1000000000017\r\n\r\nnonsense\r\n')
    await page.getByLabel(/CSV file/).setInputFiles({ name: 'events.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Start 2 lines' }).click()
    await page.getByText(/Bad Request: line 4: query/).waitFor()
    await page.getByLabel('Skip bad lines instead of refusing the file').check()
    await page.getByRole('button', { name: 'Start 2 lines' }).click()
    await page.getByText('1 of 1 finished').waitFor()
    await page.getByText('1 line skipped').click()
    await page.getByText(/^Line 4: query/).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect(readFileSync(await (await download).path(), 'utf8').split('\r\n')).toHaveLength(3)
    // The refusal is also in the browser's own log.
    expect(problems.filter((problem) => !/400/.test(problem))).toEqual([])
    await close()
  })

  test('a repeated call is compared with the first response while its job still has it', async () => {
    const { page, problems, close } = await openPage(browser, app.url)
    await signIn(page, manager.secret)
    await page.goto(`${app.url}/console/calls?call=${jobId}`)
    await page.getByRole('link', { name: 'Run again for 1 credit and compare' }).click()
    await page.getByRole('button', { name: 'Run for 1 credit' }).click()
    await page.getByText('the same as before').waitFor()
    await page.getByText('No differences.').waitFor()
    await page.getByLabel(/^query/).fill('lumvia-finance.example')
    await page.getByRole('button', { name: 'Run for 1 credit' }).click()
    await page.getByText(/fields that differ: \d/).waitFor()
    await page.getByRole('row', { name: /^name Fenmont/ }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('a playground lookup is saved as a batch or a watch; the watch is paused, resumed and deleted', async () => {
    const { page, problems, close } = await openPage(browser, app.url)
    await signIn(page, manager.secret)
    await page.goto(`${app.url}/console/playground?endpoint=/v2/company&query=fenmont.example`)
    await page.getByRole('button', { name: 'Save as batch' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('or paste the lines').fill('query\nfenmont.example\n')
    await dialog.getByRole('button', { name: 'Start 1 line for up to 1 credit' }).click()
    await page.getByText('1 of 1 finished · 0 failed · 0 not found · 1 credit').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Save as watch' }).click()
    await dialog.getByText('up to 720 credits in 30 days').waitFor()
    await dialog.getByLabel(/Fields to watch/).fill('name, no_such_field')
    await dialog.getByRole('button', { name: 'Create watch' }).click()
    await dialog.getByRole('alert').getByText('no_such_field').waitFor()
    await dialog.getByLabel(/Fields to watch/).fill('name')
    await dialog.getByRole('button', { name: 'Create watch' }).click()
    await page.getByText('No changes yet').waitFor()
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await dialog.getByText('Paused by a user.').waitFor()
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await dialog.getByRole('button', { name: 'Pause' }).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete with history' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    expect(problems).toEqual([])
    await close()
  })

  test('a watch shows what changed, and its history can be downloaded', async () => {
    const { page, problems, close } = await openPage(browser, app.url)
    await signIn(page, manager.secret)
    await page.goto(toUrl('/console/watches?watch='))
    await page.getByRole('img', { name: /changes since .*: 1/ }).waitFor()
    expect(await page.getByLabel('Shown').inputValue()).toBe('staff')
    await page.getByText('/staff').click()
    await page.getByRole('row', { name: 'staff 40 42' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const csv = readFileSync(await file.path(), 'utf8')
    expect(csv.trim().split('\r\n')).toEqual([
      'number,type,at,job_id,provider,reason,missed,patch,before,after',
      expect.stringContaining('1,changed'),
      expect.stringContaining('2,missed'),
    ])
    expect(problems).toEqual([])
    await close()
  })

  test('an operator sees the ledger audit, alarms with example calls, unreadable pages, fields and limits', async () => {
    await app.database.pool.query(
      `insert into provider_bookings (provider, paused_until) values ('sandbox', quarry_now() + interval '9 minutes')
      on conflict (provider) do update set paused_until = excluded.paused_until`,
    )
    const { page, problems, close } = await openPage(browser, app.url)
    await signIn(page, adminToken)
    await page.getByText('The ledger balances').waitFor()
    const findCard = (name: string) =>
      page.locator('section.card', { has: page.getByRole('heading', { name }) })
    await findCard('Providers, the last ten minutes')
      .getByText(/[78] min/)
      .waitFor()
    await page.getByText('disk: ', { exact: false }).waitFor()
    for (const label of [/Calls over time/, 'Latency', 'Credits'])
      await page.getByRole('heading', { name: label }).first().waitFor()
    expect(await page.getByRole('slider').count()).toBe(3)
    await findCard('Busiest accounts').getByRole('link').nth(1).click()
    await page.waitForURL(/\/console\/calls\?.*account=/)
    // Every number opens what it counts.
    for (const [link, url] of [
      [/^Answered \d/, /calls\?from=.*&outcome=answered$/],
      [/^\d+ no match$/, /calls\?from=.*&outcome=no_match$/],
      ['Refused', /calls\?from=.*&outcome=refused$/],
      [/^queued: \d/, /jobs\?tab=jobs&state=queued$/],
      [/^pending deliveries: \d/, /jobs\?tab=deliveries&delivery=pending$/],
      [/^disk: /, /console\/settings$/],
    ] as const) {
      await page.goto(app.url)
      await page.getByRole('link', { name: link }).first().click()
      await page.waitForURL(url)
    }
    await page.getByRole('row', { name: /^calls / }).waitFor()
    await page.goto(`${app.url}/console/calls?outcome=refused`)
    expect(await page.getByLabel('Outcome').inputValue()).toBe('refused')
    await page.getByText(/^(\d+) calls?: \1 refused$/).waitFor()
    await page.getByLabel('Outcome').selectOption('answered')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.waitForURL(/calls\?outcome=answered$/)
    await page.goto(`${app.url}/console/providers`)
    await page.getByText('It answered 429.', { exact: false }).waitFor()
    await page.getByText('headquarter.city is missing more often').waitFor()
    await page.getByText('98% before, 3% now').waitFor()
    // The endpoint is degraded because its data changed, not because it fails.
    expect(await page.getByText('It fails too often', { exact: false }).count()).toBe(0)
    await page.getByRole('link', { name: example }).click()
    await page.getByRole('dialog').getByText('/v2/company').waitFor()
    await page.goto(`${app.url}/console/providers`)
    await page.getByRole('button', { name: 'Unreadable pages of /v2/company: 1' }).click()
    await page.getByRole('button', { name: /the page has no company/ }).click()
    await page.getByText('<title>Nothing to read</title>').waitFor()
    await page.getByText('page_changed: neither linked data nor a heading of a company').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.goto(`${app.url}/console/sources`)
    await page.getByRole('button', { name: 'Fields: Company directory' }).click()
    await page.getByText('sandbox · json-ld').click()
    await page.getByRole('progressbar', { name: 'headquarter.city' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.goto(`${app.url}/console/jobs`)
    await page.getByRole('tab', { name: 'Jobs' }).click()
    await page.getByText('0 waiting, 0 running').waitFor()
    await page.getByLabel('State').selectOption('failed')
    await page.getByText('Nothing matches these filters.').waitFor()
    await page.getByLabel('State').selectOption('completed')
    await page
      .getByRole('row', { name: /\/v2\/company completed 200/ })
      .first()
      .waitFor()
    await page.goto(`${app.url}/console/accounts?account=${manager.slug}`)
    await page.getByText('Limits and subscription').click()
    await page.getByLabel('Requests per minute').fill('90000')
    await page.getByLabel('Credits per period').fill('500')
    await page.getByRole('button', { name: 'Save limits' }).click()
    const account = async () => (await app.admin(`/admin/accounts/${manager.slug}`)).json()
    await expect
      .poll(account)
      .toMatchObject({ rate_limit: { per_second: 1000, per_minute: 90_000 }, subscription_total: 500 })
    expect(problems).toEqual([])
    await close()
  })

  test('an operator grants credits and takes them back, but no more than are available', async () => {
    const { slug } = await app.account({ slug: 'credited', bonus_credits: 10 })
    const { page, problems, close } = await openPage(browser, app.url)
    await signIn(page, adminToken)
    await page.goto(`${app.url}/console/accounts?account=${slug}`)
    const dialog = page.getByRole('dialog')
    const change = async (credits: string, button: string) => {
      await dialog.getByLabel('Bonus credits').fill(credits)
      await dialog.getByLabel('Reason').fill('a test')
      await dialog.getByRole('button', { name: button, exact: true }).click()
    }
    await change('50', 'Grant')
    await dialog.getByRole('row', { name: 'bonus 60 60 0 0 0 0' }).waitFor()
    // The response of the grant is lost, and the operator presses the button again.
    await page.route('**/credits', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await change('50', 'Grant')
    await dialog.getByRole('alert').waitFor()
    await page.unroute('**/credits')
    await dialog.getByRole('button', { name: 'Grant', exact: true }).click()
    await dialog.getByRole('row', { name: 'bonus 110 110 0 0 0 0' }).waitFor()
    await change('20', 'Take back')
    await dialog.getByRole('row', { name: 'bonus 110 90 0 0 0 20' }).waitFor()
    await change('91', 'Take back')
    await dialog.getByText('at most the 90 bonus credits that are available', { exact: false }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const lost = 'Failed to load resource: net::ERR_FAILED'
    expect(problems.filter((problem) => problem !== lost)).toEqual([])
    await close()
  })
})

test('every text of the console is in the French catalogue', () => {
  const folder = fileURLToPath(new URL('../../../console/src', import.meta.url))
  const literal = "'((?:[^'\\\\]|\\\\.)*)'"
  const translated = new RegExp(`\\bt\\(\\s*${literal}`, 'g')
  const plurals = new RegExp(`\\bplural\\([^']*${literal},\\s*${literal}`, 'g')
  // Tables of texts that are translated where they are used.
  const tables: Record<string, RegExp> = {
    'session.ts': /name: '([^']+)'/g,
    'explain.ts': new RegExp(`^  \\w+:\\s*${literal},$`, 'gm'),
  }
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const source = readFileSync(`${folder}/${name}`, 'utf8')
      const patterns = [translated, plurals, ...(tables[name] ? [tables[name]] : [])]
      return patterns.flatMap((pattern) => [...source.matchAll(pattern)].flatMap(([, ...found]) => found))
    })
  const catalogue = JSON.parse(readFileSync(`${folder}/french.json`, 'utf8')) as Record<string, string>
  expect(texts.length).toBeGreaterThan(350)
  expect([...new Set(texts)].filter((text) => !Object.hasOwn(catalogue, text))).toEqual([])
})
