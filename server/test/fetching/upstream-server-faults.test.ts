// A server that cannot open a connection, because it lacks descriptors, does not blame the site. A resolver that fails
// in the same way simulates this, because a process cannot lower its own limit.
import { expect, test } from 'vitest'
import type { FetchEvent } from '../../src/fetching/upstream.ts'
import { catchFailure, site, startHttpSite, startUpstream } from './upstream-sites.ts'

async function startReachableSite({ robots = false } = {}) {
  let lacksDescriptors = true
  const { port } = await startHttpSite(({ url }, response) =>
    url === '/robots.txt' ? response.writeHead(404).end() : response.end('page'),
  )
  const events: FetchEvent[] = []
  const upstream = startUpstream({
    onFetch: (event) => events.push(event),
    resolve: async () => {
      if (lacksDescriptors) throw Object.assign(new Error('getaddrinfo EMFILE'), { code: 'EMFILE' })
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  const access = site({ allowPrivate: true, robots })
  return {
    upstream,
    events,
    get: (accountId: string) => upstream.getFor(access, { accountId })(`http://www.shop.example:${port}/`),
    recover() {
      lacksDescriptors = false
    },
  }
}

test('a lack of descriptors is an internal failure, is tried again and opens no breaker', async () => {
  const { upstream, events, get, recover } = await startReachableSite()
  for (let n = 0; n < 10; n += 1)
    for (const account of ['a', 'b', 'c'])
      expect(await catchFailure(get(account))).toMatchObject({ reason: 'internal', isServerFault: true })
  expect(events[0]).toMatchObject({ outcome: 'internal', tries: 3 })
  expect(upstream.stats()).toMatchObject({ openBreakers: [], openAccountBreakers: 0 })
  recover()
  expect((await get('a')).body).toBe('page')
})

test('robots.txt that the server could not fetch is fetched again at once', async () => {
  const { get, recover } = await startReachableSite({ robots: true })
  expect(await catchFailure(get('a'))).toMatchObject({ reason: 'internal', isServerFault: true })
  recover()
  expect((await get('a')).body).toBe('page')
})
