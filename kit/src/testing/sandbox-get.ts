// A `get` that calls a source's sandbox site directly, without sockets: enough to test what a source does with its
// pages. System tests cover the real way there.
import type { Get, Page } from '../outcome.ts'
import type { SandboxSite, Source } from '../source.ts'
import { toSite } from './on-site.ts'

/**
 * Creates a `get` that calls the sandbox site of a source at the time `now` and follows up to four redirects.
 * `onPage` gets each page that it returns. It rejects for hosts other than those of the source's site.
 *
 * @example
 * const get = sandboxGet(lanterns, new Date('2026-11-15T12:00:00Z'))
 * const page = await get('https://www.lanterns.example/l/7')
 */
export function sandboxGet(source: Source, now: Date, onPage: (page: Page) => void = () => {}): Get {
  const site = toSite(source)
  return async (address, options) => {
    const sandbox = await source.sandbox?.()
    if (!sandbox) throw new Error(`${source.name} has no sandbox site`)
    let url = new URL(address)
    for (let hop = 0; hop < 5; hop++) {
      if (!site.hosts.includes(url.hostname))
        throw new Error(`${url.href} is not on the site of ${source.name}`)
      const response = requestSite(sandbox, url, options?.json, now)
      const location = response.headers?.location
      if (location === undefined) {
        const domain = site.findDomain(url.href)
        const page: Page = {
          url: url.href,
          status: response.status ?? 200,
          contentType: response.contentType ?? 'text/html; charset=utf-8',
          body: response.body,
          ...(domain === null ? {} : { domain }),
        }
        onPage(page)
        return page
      }
      url = new URL(location, url)
    }
    throw new Error(`${address} redirects without end`)
  }
}

const requestSite = (site: SandboxSite, url: URL, json: unknown, now: Date) =>
  site({
    method: json === undefined ? 'GET' : 'POST',
    url,
    json: json === undefined ? undefined : structuredClone(json),
    now,
  })
