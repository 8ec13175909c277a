// The news pages and search feeds of a news engine itself, in the layouts of several.
import { pageChanged, provider } from '@quarry/kit'
import { assertReadable } from '@quarry/kit/read/walls'
import { looksLikeFeed } from '@quarry/kit/read/xml-feed'
import { readCards } from '../cards.ts'
import { readNewsFeed } from '../feed.ts'
import { type NewsQuery, type NewsRecord, toOutcome } from '../news-record.ts'
import { lastPage, perPageMax } from '../params.ts'

export const site = provider<NewsQuery, NewsRecord>({
  page({ words, gl, hl, num, page, location, uule }, engine) {
    const searchParams = new URLSearchParams({ q: words, tbm: 'nws', gl, hl, num: String(num) })
    if (page > 1) searchParams.set('start', String((page - 1) * num))
    const place = location === null ? uule : encodePlace(location)
    if (place !== null) searchParams.set('uule', place)
    return engine.url(`/search?${searchParams}`)
  },

  extract(page, query) {
    const answer = looksLikeFeed(page.body) ? readNewsFeed(page, query) : readCards(page, query)
    if (answer) return toOutcome(answer, query)
    // Checked last: a search for "access denied" has the title of a bot wall.
    assertReadable(page)
    throw pageChanged('neither a feed nor news in any known layout')
  },

  // Each engine has its own names for the query, the edition and the offset.
  paramsFromUrl(url, { text, integer }) {
    const clamp = (value: number, max: number) => Math.min(Math.max(value, 1), max)
    const num = clamp(integer('num', 'count') ?? 10, perPageMax)
    const skipped = integer('start') ?? (integer('first') ?? 1) - 1
    const code = (...names: string[]) => /^[a-z]{2}(?![a-z])/i.exec(text(...names) ?? '')?.[0]
    const gl = code('gl', 'cc')
    const hl = code('hl', 'setlang')
    const uule = text('uule')
    return {
      query: text('q', 'query') ?? url,
      page: clamp(Math.floor(skipped / num) + 1, lastPage),
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
