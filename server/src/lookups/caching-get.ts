// How a provider's pages reach whoever reads them: from the store of final answers where they were read before, without
// what their interface redacts, and otherwise from where they are.
import type { GetSent } from '../upstream/sent-page.ts'
import type { ConfiguredProvider } from './configured-endpoint.ts'
import type { KeptAnswers } from './final-response-store.ts'
import { interfaceAt, redactedPage, textPage } from './redacted-page.ts'

type Through = Pick<ConfiguredProvider, 'place' | 'provider' | 'keepSeconds'>

export function keepingGet(get: GetSent, through: Through, kept: KeptAnswers): GetSent {
  const { place, provider, keepSeconds } = through
  // A licence that bounds how long answers may be kept leaves none to be kept for ever.
  if (keepSeconds !== null) return get
  return async (url, asking = {}) => {
    const asked = interfaceAt(provider, url)
    const isPlainGet = asking.json === undefined && asking.form === undefined
    if (!asked?.isFinal || !isPlainGet) return get(url, asking)
    const { name, isFinal, redactVersion = 0 } = asked
    const key = { provider: name, place: `${place} ${redactVersion}`, address: url }
    const known = await kept.get(key)
    if (known) return textPage({ url, status: 200, ...known, isKept: true })
    const sent = await get(url, asking)
    // Read as it will be read later: what is kept must not tell another record than what was sent.
    const page = redactedPage(provider, sent)
    if (page && page.status === 200 && isFinal(page)) await kept.set(key, page)
    // What cannot be redacted here is for a thread to read, and is stored nowhere.
    return page ?? sent
  }
}
