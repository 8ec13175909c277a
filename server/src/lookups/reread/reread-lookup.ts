// Reads the stored pages of one lookup again with the current reader.
import { createAddresses } from '@quarry/kit/addresses'
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Get, Outcome } from '@quarry/kit/outcome'
import { siteAt } from '@quarry/kit/site'
import { type Entry, toPosted } from '../../fetching/archive/entry.ts'
import { isRefusal } from '../../platform/errors.ts'
import { finishReading } from '../reading/finish-reading.ts'

/** A lookup from the archive, or a saved page whose query follows from its address. */
export type ReplayedLookup = Omit<Entry, 'query' | 'record'> & {
  query: { is: unknown } | 'of its address'
  readText: (hash: string) => string | null
}

export type ReplayResult =
  | { kind: 'record'; record: unknown; form: string }
  | { kind: 'failed'; why: string }
  /** Its pages were removed. */
  | { kind: 'gone' }

class PageGone extends Error {}

export async function replayLookup(endpoint: Endpoint, lookup: ReplayedLookup): Promise<ReplayResult> {
  const provider = endpoint.providers.find(({ name }) => name === lookup.reader)
  if (!provider) return { kind: 'failed', why: `${endpoint.path} has no provider ${lookup.reader}` }
  const site = siteAt(lookup.site.template, lookup.site.domains)
  const readPage = (page: ReplayedLookup['pages'][number]) => {
    const body = lookup.readText(page.hash)
    if (body === null) throw new PageGone()
    return { ...page.head, body }
  }
  const get: Get = async (url, asking) => {
    const posted = JSON.stringify(toPosted(asking))
    const stored = lookup.pages.find((page) => page.url === url && JSON.stringify(page.posted) === posted)
    if (!stored)
      throw new Failure(
        asking?.isOptional ? 'upstream_paced' : 'upstream_failed',
        `${url} was not fetched then`,
      )
    return readPage(stored)
  }
  const find = async (): Promise<Outcome<unknown>> => {
    if (lookup.query !== 'of its address') return provider.find(lookup.query.is, { get, site })
    const [only] = lookup.pages
    if (!only) throw new PageGone()
    const params = provider.paramsFromUrl?.(only.url) ?? { query: only.url }
    return provider.extract(
      readPage(only),
      endpoint.parse(params as never, createAddresses([{ provider, site }])),
    )
  }
  try {
    const result = finishReading(endpoint, await find())
    if (result.kind === 'not_found') return { kind: 'failed', why: 'not_found' }
    if (!result.reading) return { kind: 'failed', why: 'a raw page' }
    return { kind: 'record', record: JSON.parse(result.body.toString()), form: result.reading.form }
  } catch (thrown) {
    if (thrown instanceof PageGone) return { kind: 'gone' }
    if (isFailure(thrown) || isRefusal(thrown))
      return { kind: 'failed', why: `${thrown.reason}: ${thrown.message}` }
    return { kind: 'failed', why: String(thrown) }
  }
}
