// Runs the example of an endpoint on its sandbox site, and again over changed copies of the pages that it read.
import type { Endpoint } from '../endpoint.ts'
import { Failure } from '../errors.ts'
import type { Outcome, Page } from '../outcome.ts'
import type { Source } from '../source.ts'
import { onSite } from './on-site.ts'
import { sandboxGet } from './sandbox-get.ts'

const now = new Date('2026-11-15T12:00:00Z')

/**
 * Runs the example of an endpoint on its sandbox site, at a fixed time, and returns the record with the pages
 * that were read. Throws where the example finds no record.
 *
 * @example
 * const { record, pages } = await runExample(lanterns, lantern)
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
 * The same lookup over other pages, which `get` returns in the order of the requests. A request for which
 * there is no page fails with `page_changed`.
 *
 * @example
 * await replayExample(lanterns, lantern, [{ ...page, body: '<h1>Ruby</h1>' }])
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
