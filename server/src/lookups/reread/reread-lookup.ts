// Reads the stored pages of one lookup again, with the current reader.
import { createAddresses } from '@quarry/kit/addresses'
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Get, Outcome } from '@quarry/kit/outcome'
import { siteAt } from '@quarry/kit/site'
import { type Entry, toPosted } from '../../fetching/archive/entry.ts'
import { isRefusal } from '../../platform/errors.ts'
import { finishReading } from '../reading/finish-reading.ts'

/** A lookup from the archive, or a saved page whose query follows from its URL. */
export type LookupToReread = Omit<Entry, 'query' | 'record'> & {
  query: { value: unknown } | 'from its URL'
  readText: (hash: string) => string | null
}

export type RereadResult =
  | { kind: 'record'; record: unknown; form: string }
  | { kind: 'failed'; why: string }
  /** Its pages are no longer stored. */
  | { kind: 'gone' }

class PageGone extends Error {}

export async function rereadLookup(endpoint: Endpoint, lookup: LookupToReread): Promise<RereadResult> {
  const provider = endpoint.providers.find(({ name }) => name === lookup.reader)
  if (!provider) return { kind: 'failed', why: `${endpoint.path} has no provider ${lookup.reader}` }
  const site = siteAt(lookup.site.template, lookup.site.domains)
  const readPage = (page: LookupToReread['pages'][number]) => {
    const body = lookup.readText(page.hash)
    if (body === null) throw new PageGone()
    return { ...page.head, body }
  }
  const get: Get = async (url, options) => {
    const posted = JSON.stringify(toPosted(options))
    const stored = lookup.pages.find((page) => page.url === url && JSON.stringify(page.posted) === posted)
    if (!stored)
      throw new Failure(
        options?.isOptional ? 'upstream_paced' : 'upstream_failed',
        `${url} was not fetched then`,
      )
    return readPage(stored)
  }
  const find = async (): Promise<Outcome<unknown>> => {
    if (lookup.query !== 'from its URL') return provider.find(lookup.query.value, { get, site })
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
