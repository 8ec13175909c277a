// Input as real clients send it: booleans in any letter case, empty parameters, hosts as people type them, unencoded
// URLs. Each is read as intended or refused with a helpful message.
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await sharedApp()
  secret = (await app.account()).secret
})

const get = (path: string) => app.call(secret, path)
const post = (path: string, body: unknown) =>
  app.call(secret, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function expectRefused(response: Response, message: string) {
  const { error } = (await response.json()) as { error: string }
  expect([response.status, response.headers.get('x-credits-used'), error]).toEqual([400, '0', message])
}

const event = '/v2/ticketing/event?query=1000000000017'

describe('booleans in the query', () => {
  test.each(['true', 'True', 'TRUE', 'tRuE'])('%s is true', async (word) => {
    expect((await get(`${event}&is_async=${word}`)).status).toBe(202)
    const gone = await get(`/v2/ticketing/event?query=1&soft_fail=${word}`)
    expect([gone.status, await gone.json()]).toEqual([200, { error: 'Not Found' }])
  })
  test.each(['false', 'False', 'FALSE'])('%s is false', async (word) => {
    expect((await get(`${event}&is_async=${word}`)).status).toBe(200)
  })
  test.each(['1', '0', 'yes', 'no', 'on', 't', 'truee', ' true', 'null'])('%s is neither', async (word) => {
    await expectRefused(
      await get(`${event}&is_async=${encodeURIComponent(word)}`),
      'Bad Request: is_async must be true or false',
    )
  })
  test('a string in a body is not a boolean, in any letter case', async () => {
    const body = { query: 'solar', soft_fail: 'True' }
    await expectRefused(
      await post('/v2/websearch/search', body),
      'Bad Request: soft_fail must be true or false',
    )
  })
})

describe('an empty optional value counts as absent', () => {
  test.each([
    `${event}&domain=&is_async=&soft_fail=&max_age=&webhook=`,
    '/v2/ticketing/search?query=&domain=&location=&page=',
    '/v2/newssearch/news?query=solar&page=&num=&gl=&uule=&encoded_location=&location=Lyon',
    '/v2/startupdb/funding_rounds?days_since_announcement=&investment_type=&investor_identifiers=',
    '/v2/retailer_a/product?query=3210100000009&store_id=',
    '/v2/realestate_fr/property?query=https://www.realestate-fr.example/annonces/200146830.htm&return_page_source=',
    '/v2/socialnet/company/info?query=fenmont&domain=',
  ])('%s', async (path) => {
    const response = await get(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
  })
  test('in a body, for string parameters', async () => {
    expect(
      (await post('/v2/newssearch/news', { query: 'solar', location: '', uule: '', page: '' })).status,
    ).toBe(200)
    expect((await post('/v2/classifieds/search_api', { owner_type: '', listing_source: '' })).status).toBe(
      200,
    )
    await expectRefused(
      await post('/v2/classifieds/search_api', { limit: '' }),
      'Bad Request: limit must be an integer from 1 to 100',
    )
  })
  test('an empty required value is refused', async () => {
    await expectRefused(await get('/v2/ticketing/event?query='), 'Bad Request: query must not be empty')
    await expectRefused(
      await post('/v2/newssearch/news', { query: '' }),
      'Bad Request: query must not be empty',
    )
  })
})

describe('country suffixes', () => {
  test.each(['FR', 'Fr', 'fr', 'CO.UK', 'Com.Mx'])('domain=%s', async (domain) => {
    expect((await get(`${event}&domain=${domain}`)).status).toBe(200)
    expect((await get(`/v2/ticketing/search?query=jazz&domain=${domain}`)).status).toBe(200)
  })
  test.each(['xx', 'toString', 'fr.evil.tld', 'com@127.0.0.1', 'FR '])(
    'domain=%s is refused',
    async (domain) => {
      const response = await get(`${event}&domain=${encodeURIComponent(domain)}`)
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
        400,
        expect.stringMatching(/^Bad Request: domain must be one of fr, com, /),
      ])
    },
  )
})

// The same subject under each spelling of its site's host; all spellings must return the same record.
const spelled: [path: string, own: string, others: string[]][] = [
  [
    '/v2/ticketing/event',
    'https://fr.ticketing.example/e/x-1000000000017',
    [
      'ticketing.example/e/x-1000000000017',
      'fr.ticketing.example/e/x-1000000000017',
      'FR.Ticketing.example:443/e/x-1000000000017',
      'https://ticketing.example:443/e/x-1000000000017',
    ],
  ],
  [
    '/v2/ticketing/search',
    'https://fr.ticketing.example/d/france--lyon/events/',
    ['ticketing.example/d/france--lyon/events/', 'fr.ticketing.example:443/d/france--lyon/events/'],
  ],
  [
    '/v2/supplierdir/search',
    'https://www.supplierdir.example/suppliers/search?searchterm=valves',
    [
      'supplierdir.example/suppliers/search?searchterm=valves',
      'www.supplierdir.example:443/suppliers/search?searchterm=valves',
      'https://supplierdir.example/suppliers/search?searchterm=valves',
      'https://www.supplierdir.example:443/suppliers/search?searchterm=valves',
    ],
  ],
  [
    '/v2/startupdb/event',
    'https://www.startupdb.example/event/health-data-days-antwerpen',
    ['startupdb.example/event/health-data-days-antwerpen'],
  ],
  [
    '/v2/realestate_fr/property',
    'https://www.realestate-fr.example/annonces/200146830.htm',
    ['realestate-fr.example/annonces/200146830.htm', 'www.realestate-fr.example:443/annonces/200146830.htm'],
  ],
  [
    '/v2/retailer_b/product',
    'https://fr.retailer-b.example/x/pr-C1000000',
    ['fr.retailer-b.example/x/pr-C1000000', 'https://fr.retailer-b.example:443/x/pr-C1000000'],
  ],
  [
    '/v2/socialnet/company/info',
    'https://www.socialnet.example/company/fenmont',
    ['socialnet.example/company/fenmont', 'www.socialnet.example:443/company/fenmont/about/'],
  ],
]

describe.each(spelled)('%s with %s', (path, own, others) => {
  const lookUp = (query: string) => get(`${path}?query=${encodeURIComponent(query)}`)
  test('accepts every spelling of the host', async () => {
    const record = await (await lookUp(own)).json()
    for (const other of others) {
      const response = await lookUp(other)
      expect([other, response.status, await response.json()]).toEqual([other, 200, record])
    }
  })
  test('refuses URLs that only resemble the host', async () => {
    const [host = '', rest = ''] = own.replace('https://', '').split(/(?=\/)(.*)/)
    for (const lookalike of [
      `user:pass@${host}${rest}`,
      `${host}:6379${rest}`,
      `${host}:80${rest}`,
      `${host}@127.0.0.1${rest}`,
      `${host}\\@127.0.0.1${rest}`,
      `${host}.evil.tld${rest}`,
      `evil.tld/${host}${rest}`,
      `${host.replace('e', '\u0435')}${rest}`,
      `https://not${host}${rest}`,
      `//${host}${rest}`,
      `${host}/no/form/of/the/endpoint/at/all`,
    ]) {
      const response = await lookUp(lookalike)
      const body = (await response.json()) as { error?: string }
      expect([lookalike, response.status, body.error?.slice(0, 19)]).toEqual([
        lookalike,
        400,
        'Bad Request: query ',
      ])
    }
  })
})

test("page_number beside supplierdir's query is refused with a hint", async () => {
  const address = 'https://www.supplierdir.example/suppliers/search?searchterm=valves&page_number=2'
  const hint =
    'Bad Request: page_number belongs inside query: percent-encode the address there, so that & becomes %26'
  await expectRefused(await get(`/v2/supplierdir/search?query=${address}`), hint)
  const encoded = await get(`/v2/supplierdir/search?query=${encodeURIComponent(address)}`)
  expect(((await encoded.json()) as { pagination: { current: number } }).pagination.current).toBe(2)
  const batch = await post('/v2/batches', {
    endpoint: '/v2/supplierdir/search',
    inputs: [{ query: address, page_number: 2 }],
  })
  expect([batch.status, await batch.text()]).toEqual([
    400,
    expect.stringContaining('page_number belongs inside'),
  ])
})

test('an unknown member of a nested filter is refused with its path', async () => {
  await expectRefused(
    await post('/v2/classifieds/search_api', { filters: { location: { bogus: 1 } } }),
    'Bad Request: filters.location.bogus is unknown; use one of locations',
  )
})

describe('news', () => {
  type News = { search_parameters: Record<string, unknown>; organic_results: unknown[] }
  const read = async (response: Response) => {
    expect(response.status).toBe(200)
    return (await response.json()) as News
  }

  test('encoded_location is an alias of uule', async () => {
    const one = await read(await get('/v2/newssearch/news?query=round&uule=w%2BCAIQICIETHlvbg'))
    const other = await read(await get('/v2/newssearch/news?query=round&encoded_location=w%2BCAIQICIETHlvbg'))
    expect(other).toEqual(one)
    expect(other.search_parameters.uule).toBe('w+CAIQICIETHlvbg')
    expect(
      await read(await post('/v2/newssearch/news', { query: 'round', encoded_location: 'w+CAIQICIETHlvbg' })),
    ).toEqual(one)
  })

  test.each([
    ['uule=w%2BA&encoded_location=w%2BA', 'encoded_location is the same as uule: give only one of them'],
    ['location=Lyon&encoded_location=w%2BA', 'encoded_location and location cannot be used together'],
    ['encoded_location=%C3%A9', 'encoded_location must be an encoded location, such as w+CAIQICIETHlvbg'],
  ])('%s is refused', async (query, message) => {
    await expectRefused(await get(`/v2/newssearch/news?query=round&${query}`), `Bad Request: ${message}`)
  })

  test('page and num are numbers or texts in a body', async () => {
    const [numbers, texts, fromQuery] = await Promise.all([
      post('/v2/newssearch/news', { query: 'round', page: 2, num: 40 }).then(read),
      post('/v2/newssearch/news', { query: 'round', page: '2', results_per_page: '40' }).then(read),
      get('/v2/newssearch/news?query=round&page=2&num=40').then(read),
    ])
    expect(numbers.organic_results.length).toBe(40)
    expect(numbers.search_parameters).toMatchObject({ page: 2, num: 40 })
    expect([texts, fromQuery]).toEqual([numbers, numbers])
  })

  test.each([
    [{ page: '0' }, 'page must be an integer from 1 to 1000'],
    [{ page: 'two' }, 'page must be an integer from 1 to 1000'],
    [{ page: '1.5' }, 'page must be an integer from 1 to 1000'],
    [{ page: ' 2' }, 'page must be an integer from 1 to 1000'],
    [{ page: 1.5 }, 'page must be an integer from 1 to 1000'],
    [{ page: true }, 'page must be an integer from 1 to 1000'],
    [{ page: ['2'] }, 'page must be an integer from 1 to 1000'],
    [{ num: '101' }, 'num must be an integer from 1 to 100'],
    [{ num: 101 }, 'num must be an integer from 1 to 100'],
  ])('%j is refused', async (wrong, message) => {
    await expectRefused(
      await post('/v2/newssearch/news', { query: 'round', ...wrong }),
      `Bad Request: ${message}`,
    )
  })

  test('bodies of other endpoints are not coerced', async () => {
    await expectRefused(
      await post('/v2/websearch/search', { query: 'solar', page: '10' }),
      'Bad Request: page must be an integer from 0 to 10000',
    )
  })
})
