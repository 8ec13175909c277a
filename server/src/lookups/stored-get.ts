// Fetches a page of a provider. Final responses of an upstream API come from their store once they were fetched,
// redacted as the API requires.
import type { RequestOptions } from '@quarry/kit/outcome'
import type { FetchedPage, GetPage } from '../upstream/fetched-page.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import type { FinalResponseStore } from './final-response-store.ts'
import { findApi, redactPage, toTextPage } from './redact-page.ts'

type StoredGet = {
  provider: Pick<ConfiguredProvider, 'location' | 'definition' | 'retentionSeconds'>
  get: GetPage
  finalResponses: FinalResponseStore
}

export async function getStored(
  { provider, get, finalResponses }: StoredGet,
  url: string,
  asking: RequestOptions = {},
): Promise<FetchedPage> {
  const { location, definition, retentionSeconds } = provider
  const api = findApi(definition, url)
  const isPlainGet = asking.json === undefined && asking.form === undefined
  // The store never expires, so a licence that limits storage rules it out.
  if (retentionSeconds !== null || !api?.isFinal || !isPlainGet) return get(url, asking)
  const { name, isFinal, redactVersion = 0 } = api
  const key = { provider: name, location: `${location} ${redactVersion}`, address: url }
  const stored = await finalResponses.get(key)
  if (stored) return toTextPage({ url, status: 200, ...stored, isKept: true })
  const fetched = await get(url, asking)
  // The redacted page is read now too, so that the stored page gives the same record later.
  const page = redactPage(definition, fetched)
  if (page && page.status === 200 && isFinal(page)) await finalResponses.set(key, page)
  // A page that cannot be redacted on the event loop is read by a thread and never stored.
  return page ?? fetched
}
