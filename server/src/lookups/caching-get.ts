// Fetches the pages of a provider; final responses of an upstream API come from their store once they were fetched,
// redacted as the API requires.
import type { GetPage } from '../upstream/fetched-page.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import type { FinalResponseStore } from './final-response-store.ts'
import { interfaceAt, redactedPage, textPage } from './redacted-page.ts'

type Through = Pick<ConfiguredProvider, 'place' | 'provider' | 'keepSeconds'>

export function createCachingGet(get: GetPage, through: Through, kept: FinalResponseStore): GetPage {
  const { place, provider, keepSeconds } = through
  // A licence that limits storage rules out the store, which never expires.
  if (keepSeconds !== null) return get
  return async (url, asking = {}) => {
    const api = interfaceAt(provider, url)
    const isPlainGet = asking.json === undefined && asking.form === undefined
    if (!api?.isFinal || !isPlainGet) return get(url, asking)
    const { name, isFinal, redactVersion = 0 } = api
    const key = { provider: name, place: `${place} ${redactVersion}`, address: url }
    const known = await kept.get(key)
    if (known) return textPage({ url, status: 200, ...known, isKept: true })
    const sent = await get(url, asking)
    // The redacted page is read now too, so that the stored page gives the same record later.
    const page = redactedPage(provider, sent)
    if (page && page.status === 200 && isFinal(page)) await kept.set(key, page)
    // A page that cannot be redacted on the event loop is read by a thread and never stored.
    return page ?? sent
  }
}
