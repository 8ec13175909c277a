// Runs the example of an endpoint on its sandbox site without sockets, and again over changed copies of the pages that
// it read.
import type { Endpoint } from '../endpoint.ts'
import { Failure } from '../errors.ts'
import type { Get, Outcome, Page } from '../outcome.ts'
import type { SandboxSite, Source } from '../source.ts'
import { onSite, toSite } from './on-site.ts'

const now = new Date('2026-11-15T12:00:00Z')

/**
 * Runs the example of an endpoint on its sandbox site, at a fixed time, and returns the record with the pages that
 * were read. Throws if the example finds no record.
 */
export async function runExample(
  source: Source,
  endpoint: Endpoint,
): Promise<{ record: unknown; pages: Page[]; outcome: Outcome<unknown> }> {
  const pages: Page[] = []
  const get = sandboxGet(source, now, (page) => pages.push(page))
  const outcome = await onSite(source, endpoint).find(endpoint.example as object, get)
  if (outcome.kind !== 'found') throw new Error(`the example of ${endpoint.path} gives ${outcome.kind}`)
  return { record: outcome.record, pages, outcome }
}

/**
 * The same lookup over other pages, which `get` returns in the order of the requests. A request for which there is
 * no page fails with `page_changed`.
 */
export async function replayExample(
  source: Source,
  endpoint: Endpoint,
  pages: readonly Page[],
): Promise<Outcome<unknown>> {
  let requests = 0
  return onSite(source, endpoint).find(endpoint.example as object, async (url) => {
    const page = pages[requests++]
    // The changed pages link to a page that was not recorded.
    if (!page) throw new Failure('page_changed', `${url} was not requested before`)
    return page
  })
}

/**
 * Creates a `get` that calls the sandbox site of a source at the time `now` and follows up to four redirects.
 * `onPage` gets each page that it returns. It rejects for hosts other than those of the source's site.
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

/** Checks one endpoint of a source. Throws or rejects with the problem. */
export type SourceCheck = (source: Source, endpoint: Endpoint) => void | Promise<void>
