import { expect, test } from 'vitest'
import { feedBuiltAt } from './xml-feed.ts'

const feed = (channel: string, item = '') =>
  `<rss version="2.0"><channel>${channel}<item>${item}</item></channel></rss>`

test('a feed tells when it was made, its items do not', () => {
  const made = '<lastBuildDate>Sun, 15 Nov 2026 12:00:00 GMT</lastBuildDate>'
  expect(feedBuiltAt(feed(made))).toEqual(new Date('2026-11-15T12:00:00Z'))
  expect(feedBuiltAt(feed('', made))).toBeNull()
  expect(feedBuiltAt(feed('<lastBuildDate>yesterday</lastBuildDate>'))).toBeNull()
  expect(feedBuiltAt('')).toBeNull()
})
