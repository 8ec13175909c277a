// Reading RSS feeds.
import { describe, expect, test } from 'vitest'
import { Failure } from '../errors.ts'
import { allowLargeDom } from './page-budget.ts'
import { feedBuiltAt, looksLikeFeed, readFeed } from './xml-feed.ts'

allowLargeDom()

const feed = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:media="http://search.example/mrss/"><channel><title>News</title><link>https://www.newssearch.example</link><description>d</description>${items}</channel></rss>`

describe('readFeed', () => {
  test('reads items with their source, entities and sections decoded', () => {
    const items = readFeed(
      feed(
        `<item><title>Anvils &amp; more - The Paper</title><link>https://www.newssearch.example/r?a=1&amp;b=2</link><pubDate>Tue, 03 Feb 2026 09:15:00 GMT</pubDate>
         <description>&lt;ol&gt;&lt;li&gt;x&lt;/li&gt;&lt;/ol&gt;</description><source url="https://paper.example">The Paper</source></item>
         <item><title><![CDATA[Second & <b>last</b>]]></title></item>`,
      ),
    )
    expect(items).toEqual([
      {
        title: 'Anvils & more - The Paper',
        link: 'https://www.newssearch.example/r?a=1&b=2',
        description: '<ol><li>x</li></ol>',
        publishedAt: new Date('2026-02-03T09:15:00Z'),
        source: { name: 'The Paper', url: 'https://paper.example' },
      },
      { title: 'Second & <b>last</b>', link: null, description: null, publishedAt: null, source: null },
    ])
  })

  test('reads a feed without items as empty', () => {
    expect(readFeed(feed(''))).toEqual([])
  })

  test.each([
    ['an entity', `<!DOCTYPE rss [<!ENTITY a "b">]>${feed('<item><title>&a;</title></item>')}`],
    ['a page', '<!doctype html><html><body>no feed</body></html>'],
    ['nothing', ''],
    ['half a feed', '<rss version="2.0"><channel><item><title>x'],
    ['endless nesting', feed(`<item>${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}</item>`)],
  ])('never reads %s as news', (_, body) => {
    let items: unknown[] = []
    try {
      items = readFeed(body)
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(Failure)
    }
    expect(items).toEqual([])
  })
})

describe('looksLikeFeed', () => {
  test('distinguishes a feed from a page', () => {
    expect(
      [feed(''), '\ufeff<rss version="2.0">', '<html><rss>', '{"rss":1}', ''].map(looksLikeFeed),
    ).toEqual([true, true, false, false, false])
  })
})

describe('feedBuiltAt', () => {
  test('is the date of the feed, not of an item', () => {
    const made = '<lastBuildDate>Sun, 15 Nov 2026 12:00:00 GMT</lastBuildDate>'
    expect(feedBuiltAt(feed(made))).toEqual(new Date('2026-11-15T12:00:00Z'))
    expect(feedBuiltAt(feed(`<item>${made}</item>`))).toBeNull()
    expect(feedBuiltAt(feed('<lastBuildDate>yesterday</lastBuildDate>'))).toBeNull()
    expect(feedBuiltAt('')).toBeNull()
  })
})
