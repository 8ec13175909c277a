// A page that takes long to read, however short, is not read on the event loop; ordinary pages are. This file must not
// allow large pages: the limits hold for a whole thread.
import { describe, expect, test } from 'vitest'
import { plainText } from './clean-text.ts'
import { parseDom } from './dom.ts'
import { angularState, assignedState, scriptById } from './islands.ts'
import { jsonLd } from './json-ld.ts'
import { createListReader } from './list-reader.ts'
import { openGraph } from './open-graph.ts'
import { DomTooLarge } from './page-budget.ts'
import { parseJson } from './parse-json.ts'
import { assertReadable, outlinePage } from './walls.ts'
import { withoutScripts } from './without-scripts.ts'
import { readFeed } from './xml-feed.ts'

const scripts = (times: number) => `ld+json id S ${'<script></script>'.repeat(times)}`
const list = (item: string, times: number) => `[${Array.from({ length: times }, () => item).join(',')}]`
const nested = (depth: number) => `${'<div>'.repeat(depth)}x`
const feed = (items: number) =>
  `<rss version="2.0"><channel>${'<item><title>a</title></item>'.repeat(items)}</channel></rss>`
const kilobytes = (count: number) => `&amp;${'word '.repeat(Math.floor((count * 1024) / 5))}`
const entities = (count: number) => 'word&amp;'.repeat(count)
const blocks = (times: number) => '<script type=application/ld+json id=S-state>{</script>'.repeat(times)
const listed = (items: number) => createListReader('dom').main('ads', Array(items).fill(0), (item) => item)
const page = (body: string) => ({ url: 'https://a.example/', status: 200, contentType: 'text/html', body })

const readers: Record<string, { read: (text: string) => unknown; short: string; long: string }> = {
  scriptById: { read: (html) => scriptById(html, 'S'), short: scripts(300), long: scripts(2001) },
  assignedState: { read: (html) => assignedState(html, 'S'), short: scripts(300), long: scripts(2001) },
  angularState: { read: angularState, short: scripts(300), long: scripts(2001) },
  jsonLd: { read: jsonLd, short: scripts(300), long: scripts(2001) },
  openGraph: { read: openGraph, short: scripts(300), long: '<!---->'.repeat(2001) },
  withoutScripts: { read: withoutScripts, short: scripts(300), long: '<!---->'.repeat(2001) },
  'parseJson of objects': { read: parseJson, short: list('{}', 6000), long: list('{}', 8001) },
  'parseJson of numbers': { read: parseJson, short: list('0', 20_000), long: list('0', 50_002) },
  'parseJson of almost-JSON': {
    read: parseJson,
    short: `{"a":"${'x'.repeat(30_000)}",}`,
    long: `{"a":"${'x'.repeat(33_000)}",}`,
  },
  'parseDom of levels': { read: (html) => parseDom(html).text(), short: nested(60), long: nested(129) },
  'readFeed of items': { read: readFeed, short: feed(100), long: feed(600) },
  'jsonLd of blocks': { read: jsonLd, short: blocks(60), long: blocks(101) },
  'scriptById of blocks': {
    read: (html) => scriptById(html, 'S-state'),
    short: blocks(60),
    long: blocks(101),
  },
  'angularState of blocks': { read: angularState, short: blocks(60), long: blocks(101) },
  'assignedState of objects': {
    read: (html) => assignedState(html, 'S'),
    short: `<script>S=${list('{}', 6000)}</script>`,
    long: `<script>S=${list('{}', 8001)}</script>`,
  },
  'angularState of escapes': {
    read: angularState,
    short: `<script id=S-state>${'&q;'.repeat(30_000)}</script>`,
    long: `<script id=S-state>${'&q;'.repeat(50_000)}</script>`,
  },
  'assignedState of a quoted literal': {
    read: (html) => assignedState(html, 'S'),
    short: `<script>S=JSON.parse('${'\\x41'.repeat(5_000)}')</script>`,
    long: `<script>S=JSON.parse('${'\\x41'.repeat(9_000)}')</script>`,
  },
  'a list of items': { read: (items) => listed(items.length), short: 'x'.repeat(100), long: 'x'.repeat(301) },
  'parseDom of elements': { read: parseDom, short: '<p></p>'.repeat(900), long: '<p></p>'.repeat(2001) },
  'parseDom of entities': { read: parseDom, short: entities(2000), long: entities(4001) },
  'outlinePage of entities': { read: outlinePage, short: entities(2000), long: entities(4001) },
  'plainText of entities': { read: plainText, short: entities(2000), long: entities(4001) },
  outlinePage: { read: outlinePage, short: kilobytes(100), long: kilobytes(140) },
  plainText: { read: plainText, short: kilobytes(100), long: kilobytes(140) },
  assertReadable: { read: (html) => assertReadable(page(html)), short: kilobytes(100), long: kilobytes(140) },
}

describe('on the event loop', () => {
  test.each(Object.entries(readers))(
    '%s reads a short page and leaves a long one to a thread',
    (_, reader) => {
      expect(() => reader.read(reader.short)).not.toThrow()
      expect(() => reader.read(reader.long)).toThrow(DomTooLarge)
    },
  )
})
