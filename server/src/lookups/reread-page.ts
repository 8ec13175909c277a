// One kept page read again with today's reader, so that an operator sees beside it what is made of it: the same reading
// as a call's, in a thread where the page is large, over the one page that was kept.
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Page } from '@quarry/kit/outcome'
import { isRefusal } from '../errors.ts'
import { toWaitingAccount } from '../lib/fair-slots.ts'
import { toPageHead } from '../upstream/fetched-page.ts'
import type { ConfiguredEndpoint, ConfiguredProvider } from './configured-endpoint.ts'
import { textPage } from './redacted-page.ts'
import type { RunProvider } from './run-provider.ts'

export type Reread = {
  result: 'record' | 'not_found' | 'page_source' | 'failed'
  form: string | null
  record: unknown
  /** Of a failure. */
  why: string | null
}

/** No account has this number. */
const operator = toWaitingAccount('0')

export async function rereadPage(
  { endpoint, addresses }: ConfiguredEndpoint,
  through: ConfiguredProvider,
  saved: Page,
  runProvider: RunProvider,
): Promise<Reread> {
  const { provider, site } = through
  const domain = site.findDomain(saved.url)
  const page = textPage({ ...toPageHead(saved), body: saved.body, ...(domain === null ? {} : { domain }) })
  const get = async (url: string) => {
    if (url === page.url) return page
    throw new Failure('upstream_failed', 'the lookup needs more pages than the one that was kept')
  }
  // The page that was kept is the last of its lookup, which those before it led to.
  const ofPage: typeof provider = {
    ...provider,
    find: async (query, io) => provider.extract(await io.get(page.url), query),
  }
  try {
    const params = provider.paramsFromUrl?.(page.url) ?? { query: page.url }
    const query = endpoint.parse(params as never, addresses as never)
    const found = await runProvider({
      endpoint,
      through: { ...through, provider: ofPage },
      query,
      get,
      party: operator,
    })
    if (found.kind === 'not_found') return { ...nothing, result: 'not_found' }
    if (!found.reading) return { ...nothing, result: 'page_source' }
    const record: unknown = JSON.parse(found.body.toString())
    return { result: 'record', form: found.reading.form, record, why: null }
  } catch (thrown) {
    const isOurs = isFailure(thrown) || isRefusal(thrown)
    return { ...nothing, why: isOurs ? `${thrown.reason}: ${thrown.message}` : String(thrown) }
  }
}

const nothing: Reread = { result: 'failed', form: null, record: null, why: null }
