// Reads one diagnostic page again with the current reader, as a call would: in a thread where the page is large.
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Page } from '@quarry/kit/outcome'
import { isRefusal } from '../errors.ts'
import { toWaitingAccount } from '../lib/fair-slots.ts'
import type { ConfiguredEndpoint, ConfiguredProvider } from './configured-endpoint.ts'
import { recordPages } from './record-pages.ts'
import { toTextPage } from './redact-page.ts'
import type { RunProvider } from './run-provider.ts'

export type RereadPage = {
  result: 'record' | 'not_found' | 'page_source' | 'failed'
  form: string | null
  record: unknown
  /** The reason of a failure. */
  why: string | null
}

/** Not the id of any account. */
const operator = toWaitingAccount('0')

const failed: RereadPage = { result: 'failed', form: null, record: null, why: null }

export async function rereadPage(
  runProvider: RunProvider,
  { endpoint, addresses }: ConfiguredEndpoint,
  provider: ConfiguredProvider,
  saved: Page,
): Promise<RereadPage> {
  const { definition, site } = provider
  const page = toTextPage(saved)
  const recorder = recordPages(
    async (url) => {
      if (url === page.url) return page
      throw new Failure('upstream_failed', 'the lookup needs more pages than the stored one')
    },
    site,
    operator,
  )
  try {
    const params = definition.paramsFromUrl?.(page.url) ?? { query: page.url }
    const result = await runProvider({
      ...recorder,
      endpoint,
      provider,
      // The stored page is the last one of its lookup.
      lastPage: page.url,
      query: endpoint.parse(params as never, addresses as never),
      waiters: operator,
    })
    if (result.kind === 'not_found') return { ...failed, result: 'not_found' }
    if (!result.reading) return { ...failed, result: 'page_source' }
    const record: unknown = JSON.parse(result.body.toString())
    return { result: 'record', form: result.reading.form, record, why: null }
  } catch (thrown) {
    const hasReason = isFailure(thrown) || isRefusal(thrown)
    return { ...failed, why: hasReason ? `${thrown.reason}: ${thrown.message}` : String(thrown) }
  }
}
