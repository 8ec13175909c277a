// The news pages and search feeds of a news engine itself, in the layouts of several.
import { isUrl } from '@quarry/kit/is-url'
import { found, pageChanged } from '@quarry/kit/outcome'
import { provider } from '@quarry/kit/provider'
import { toInteger } from '@quarry/kit/read/numbers'
import { assertReadable } from '@quarry/kit/read/walls'
import { looksLikeFeed } from '@quarry/kit/read/xml-feed'
import { newsFromCards } from '../cards.ts'
import { newsFromFeed } from '../feed.ts'
import { type NewsQuery, type NewsRecord, newsRecord } from '../news-record.ts'
import { lastPage, perPageMax } from '../params.ts'

export const site = provider<NewsQuery, NewsRecord>({
  page({ words, gl, hl, num, page, location, uule }, engine) {
    const asked = new URLSearchParams({ q: words, tbm: 'nws', gl, hl, num: String(num) })
    if (page > 1) asked.set('start', String((page - 1) * num))
    const place = location === null ? uule : encodePlace(location)
    if (place !== null) asked.set('uule', place)
    return engine.url(`/search?${asked}`)
  },

  extract(page, query) {
    const answer = looksLikeFeed(page.body) ? newsFromFeed(page, query) : newsFromCards(page, query)
    if (answer) return found(newsRecord(answer, query), answer.reading)
    // Asked only now: the title of a search for "access denied" is that of a wall.
    assertReadable(page)
    throw pageChanged('neither a feed nor news in any known layout')
  },

  // Each engine has its own names for the query, the edition and the offset.
  paramsFromUrl(url) {
    const asked = isUrl(url) ? new URL(url).searchParams : new URLSearchParams()
    const words = asked.get('q') ?? asked.get('query') ?? ''
    const within = (value: number | null, most: number) => Math.min(Math.max(value ?? 1, 1), most)
    const num = within(toInteger(asked.get('num') ?? asked.get('count')) ?? 10, perPageMax)
    const skipped = toInteger(asked.get('start')) ?? (toInteger(asked.get('first')) ?? 1) - 1
    const code = (value: string | null) => /^[a-z]{2}(?![a-z])/i.exec(value ?? '')?.[0]
    const gl = code(asked.get('gl') ?? asked.get('cc'))
    const hl = code(asked.get('hl') ?? asked.get('setlang'))
    const uule = asked.get('uule')
    return {
      query: words.trim() === '' ? url : words,
      page: within(Math.floor(skipped / num) + 1, lastPage),
      num,
      ...(gl ? { gl } : {}),
      ...(hl ? { hl } : {}),
      ...(uule ? { uule } : {}),
    }
  },
})

/** `w+` and, in base64url, the fields role 2, producer 32 and the length-prefixed name. */
function encodePlace(name: string): string {
  const bytes = Buffer.from(name)
  return `w+${Buffer.concat([Buffer.from([0x08, 2, 0x10, 32, 0x22, bytes.length]), bytes]).toString('base64url')}`
}
