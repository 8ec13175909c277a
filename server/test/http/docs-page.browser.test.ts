// The forms of the reference page in a real browser: each sends the described request, the code samples send the same
// one, and the typed key is used only for the call.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { hasBrowser, type OpenedPage, openPage, startBrowser } from '../support/browser.ts'
import { readCurl, readPython, readTypeScript, type Sent } from '../support/read-samples.ts'

type Parameter = {
  name: string
  in: string
  example?: unknown
  schema: { type?: string; enum?: string[]; default?: unknown }
  'x-content-type'?: string
}
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, unknown> }
  /** Empty for operations without a key. */
  security?: unknown[]
}
type Listed = { path: string; method: string; operation: Operation }

const typedKey = 'qry_typedKeyThatMustNotLeak0000000000000'
const jsonBody =
  '{"text":"it\'s \\"q\\" \\\\ ü\\nline","n":[1,null,true,false,{"a b":-1.5}],"empty":{},"none":[]}'
const bodies: Record<string, string> = {
  'application/json': jsonBody,
  'application/x-ndjson': `${jsonBody}\n{"second":"it's"}`,
  'text/csv': 'query,note\n"it\'s ""q"", ü",\\\nsecond,$(x)\n',
}

describe.runIf(hasBrowser)('the reference page', () => {
  let app: TestApp
  let browser: Browser
  let opened: OpenedPage
  let page: Page
  let operations: Listed[]

  beforeAll(async () => {
    browser = await startBrowser()
    app = await startApp()
    const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Operation>>
    }
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    opened = await openPage(browser, `${app.url}/docs`, { viewport: { width: 1440, height: 1000 } })
    page = opened.page
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  const field = (id: string, place: string, name: string) =>
    page.locator(`[id="${id}-form"] [data-place="${place}"][name="${name}"]`)

  type Filled = { listed: Listed; type: string | null }
  const awkward = (place: string, name: string) =>
    place === 'header' ? `it's "${name}"` : `it's "a" & ${name}/ü?#%20 $(x) \\ \`é\` {}`

  /**
   * Types values with special characters into every field of these forms, and selects the last option of every list.
   */
  const fill = (forms: Filled[]): Promise<unknown> =>
    page.evaluate(
      `for (const { id, type, values, body } of ${JSON.stringify(
        forms.map(({ listed: { operation }, type }) => ({
          id: operation.operationId,
          type,
          body: bodies[type ?? ''] ?? '',
          values: (operation.parameters ?? []).map(({ name, in: place }) => [name, awkward(place, name)]),
        })),
      )}) {
        const form = document.getElementById(id + '-form')
        const type_ = (field, value) => {
          if (field.tagName === 'SELECT' && !field.matches('.body-type')) field.selectedIndex = field.options.length - 1
          else field.value = value
          field.dispatchEvent(new Event('input', { bubbles: true }))
        }
        if (form.querySelector('.body-type')) type_(form.querySelector('.body-type'), type)
        for (const [name, value] of values) type_(form.elements[name], value)
        for (const area of form.querySelectorAll('textarea:enabled')) type_(area, body)
      }`,
    )

  /** The request that the document describes for a filled form. */
  function expected({ listed: { path, method, operation }, type }: Filled): Sent {
    const query = new URLSearchParams()
    const isOpen = operation.security?.length === 0
    const headers: Record<string, string> = isOpen ? {} : { 'x-api-key': typedKey }
    let filledPath = path
    for (const { name, in: place, schema, ...parameter } of operation.parameters ?? []) {
      const types = parameter['x-content-type']?.split(', ')
      if (types !== undefined && !types.includes(type ?? '')) continue
      const value = schema.type === 'boolean' ? 'false' : (schema.enum?.at(-1) ?? awkward(place, name))
      if (place === 'path') filledPath = filledPath.replace(`{${name}}`, encodeURIComponent(value))
      if (place === 'query') query.set(name, value)
      if (place === 'header') headers[name.toLowerCase()] = value
    }
    if (type !== null) headers['content-type'] = type
    const search = query.size > 0 ? `?${query}` : ''
    return { method, url: app.url + filledPath + search, headers, body: bodies[type ?? ''] ?? null }
  }

  /**
   * The requests that the browser sends when these forms are submitted in order. They are intercepted and never reach
   * the server.
   */
  async function sentBy(forms: Filled[]): Promise<Sent[]> {
    const sent: Sent[] = []
    const own = ['x-api-key', 'content-type', 'idempotency-key', 'idempotency-ttl', 'last-event-id']
    await page.route(isCall, async (route) => {
      const request = route.request()
      const headers = Object.entries(request.headers()).filter(([name]) => own.includes(name))
      const body = request.postData()
      sent.push({ method: request.method(), url: request.url(), headers: Object.fromEntries(headers), body })
      await route.fulfill({ status: 200, contentType: 'application/json', body: '{}' })
    })
    await page.evaluate(
      `(async () => { for (const id of ${JSON.stringify(forms.map(({ listed }) => listed.operation.operationId))}) {
        const button = document.getElementById(id).querySelector('.send')
        button.click()
        while (button.getAttribute('aria-busy')) await new Promise((resolve) => setTimeout(resolve, 1))
      } })()`,
    )
    await page.unroute(isCall)
    return sent
  }
  /** The page itself is an operation too; its files are not. */
  const isCall = ({ pathname }: URL) => !pathname.startsWith('/docs/')

  const choose = (language: string) =>
    page.locator('[id="company"] [role=tab]', { hasText: language }).click()
  const renderSamples = (forms: Filled[]): Promise<string[]> =>
    page.evaluate(
      `${JSON.stringify(forms.map(({ listed }) => `${listed.operation.operationId}-sample`))}.map((id) => document.getElementById(id).textContent)`,
    )
  /** A language may format JSON its own way; everything else must be identical. */
  const comparable = ({ body, ...rest }: Sent) => ({
    ...rest,
    body: body !== null && rest.headers['content-type'] === 'application/json' ? JSON.parse(body) : body,
  })

  /** The page has no field for a form with a file. */
  const listContentTypes = ({ operation }: Listed) =>
    Object.keys(operation.requestBody?.content ?? {}).filter((type) => type !== 'multipart/form-data')
  const first = (): Filled[] =>
    operations.map((listed) => ({ listed, type: listContentTypes(listed)[0] ?? null }))
  const others = (index: number): Filled[] =>
    operations.flatMap((listed) => {
      const type = listContentTypes(listed)[index]
      return type === undefined ? [] : [{ listed, type }]
    })

  for (const [name, listForms] of [
    ['', first],
    [' with the second type of body', () => others(1)],
    [' with the third type of body', () => others(2)],
  ] as const)
    test(`every form${name} sends its path, query, headers and body, and each sample sends the same`, async () => {
      const forms = listForms()
      const variables = { QUARRY_KEY: typedKey }
      await page.locator('#key').fill(typedKey)
      await fill(forms)
      expect(await sentBy(forms)).toEqual(forms.map(expected))
      await choose('curl')
      const curl = await renderSamples(forms)
      expect(curl.map((text) => readCurl(text, variables))).toEqual(forms.map(expected))
      await choose('TypeScript')
      const typescript = await Promise.all(
        (await renderSamples(forms)).map((text) => readTypeScript(text, variables)),
      )
      expect(typescript.map(comparable)).toEqual(forms.map(expected).map(comparable))
      await choose('Python')
      const python = (await renderSamples(forms)).map((text) => readPython(text, variables))
      expect(python.map(comparable)).toEqual(forms.map(expected).map(comparable))
    })

  test('there is a form for every operation, and one of them accepts three types of body', async () => {
    expect(await page.locator('form').count()).toBe(operations.length)
    expect(others(2).map(({ type }) => type)).toEqual(['text/csv'])
  })

  test('the typed key appears nowhere: not in the page, the samples, the storage or the URL', async () => {
    expect(await page.locator('#key').inputValue()).toBe(typedKey)
    const stored: string = await page.evaluate(
      `document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href + document.cookie`,
    )
    expect(stored).toContain('QUARRY_KEY')
    expect(stored).toContain('quarry-docs-language')
    expect(stored).not.toContain(typedKey)
  })

  test('an empty path parameter is reported, and nothing is sent', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await field('job', 'path', 'id').fill('')
    await page.locator('[id="job"] .send').click()
    await expect
      .poll(() => page.locator('[id="job"] .problem').textContent())
      .toContain('id is part of the path')
    expect(
      await field('job', 'path', 'id').evaluate((element) => element === element.ownerDocument.activeElement),
    ).toBe(true)
    expect(sent).toEqual([])
  })

  test('a body that is not JSON is reported while it is typed', async () => {
    const area = page.locator('[id="websearch_search-form"] textarea')
    await area.fill('{"query": ')
    const note = page.locator('[id="websearch_search-form"] .note')
    expect(await note.textContent()).toBe('This is not valid JSON.')
    await choose('Python')
    expect(await page.locator('[id="websearch_search-sample"]').textContent()).toContain(
      'data="{\\"query\\": ".encode()',
    )
    await area.fill('{"query": "x"}')
    expect(await note.textContent()).toBe('')
  })

  test('a form with a path parameter calls the resource it names', async () => {
    const { secret } = await app.account()
    const inputs = [{ query: 'fenmont.example' }]
    const created = await app.call(secret, '/v2/batches', {
      method: 'POST',
      body: JSON.stringify({ endpoint: '/v2/company', inputs }),
      headers: { 'content-type': 'application/json' },
    })
    const { batch_id: id } = (await created.json()) as { batch_id: string }
    await page.locator('#key').fill(secret)
    for (const operation of ['batch', 'batch_results']) {
      await page.evaluate(
        `for (const one of document.getElementById('${operation}-form').elements) if (one.name) one.value = ''`,
      )
      await field(operation, 'path', 'id').fill(id)
      await page.locator(`[id="${operation}"] .send`).click()
      const response = page.locator(`[id="${operation}"] .live pre`)
      await expect.poll(() => response.textContent()).toContain(id)
      expect(JSON.parse((await response.textContent()) ?? '')).toMatchObject({ batch_id: id, total: 1 })
    }
  })

  test('the first seconds of a stream are shown', async () => {
    const { secret } = await app.account()
    await page.locator('#key').fill(secret)
    await field('events', 'header', 'Last-Event-ID').fill('')
    await page.locator('[id="events"] .send').click()
    const response = page.locator('[id="events"] .live')
    await expect.poll(() => response.textContent()).toContain('retry: 2000')
    expect(await response.textContent()).toContain('200')
  })

  test('a form starts with the examples of its parameters, except those that equal the default', async () => {
    const fresh = await openPage(browser, `${app.url}/docs`)
    for (const { operation, path } of operations.filter(({ method }) => method === 'GET')) {
      const curl = (await fresh.page.locator(`[id="${operation.operationId}-sample"]`).textContent()) ?? ''
      const { url } = readCurl(curl, { QUARRY_KEY: typedKey })
      const query = new URLSearchParams()
      for (const { name, in: place, example, schema } of operation.parameters ?? [])
        if (place === 'query' && example !== undefined && example !== schema.default)
          query.set(name, String(example))
      expect(url.split('?')[1] ?? '', path).toBe(query.toString())
    }
    await fresh.close()
  })

  test('no page of this file logged an error, violated the policy or called another host', () => {
    expect(opened.problems).toEqual([])
  })
})
