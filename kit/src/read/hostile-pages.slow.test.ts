// No page may crash a reader, reach a prototype or take more than linear time: pages made of hostile pieces, JSON
// in every wrapping, and megabytes of the patterns that once made such scanners quadratic.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFailure } from '../errors.ts'
import { collapseSpace, decodeEntities, plainText } from './clean-text.ts'
import { fromRfc822, toDate, toDateTime } from './dates.ts'
import { parseDom } from './dom.ts'
import { findArrays } from './find-objects.ts'
import { angularState, assignedState, scriptById } from './islands.ts'
import { filterByType, jsonLd } from './json-ld.ts'
import { microdataReader } from './microdata.ts'
import { integerIn, toInteger, toNumber } from './numbers.ts'
import { openGraph } from './open-graph.ts'
import { allowLargeDom } from './page-budget.ts'
import { parseJson } from './parse-json.ts'
import { postalCode } from './postal-code.ts'
import { toPrice } from './prices.ts'
import { fromRelativeTime } from './relative-time.ts'
import { toSnakeCase } from './snake-case.ts'
import { unwrapLink } from './unwrap-link.ts'
import { assertReadable } from './walls.ts'
import { looksLikeFeed, readFeed } from './xml-feed.ts'

allowLargeDom()

const toPage = (body: string) => ({ url: 'https://a.example/', status: 200, contentType: 'text/html', body })

const readers: Record<string, (html: string) => unknown> = {
  scriptById: (html) => scriptById(html, 'S'),
  assignedState: (html) => assignedState(html, 'S'),
  angularState,
  jsonLd: (html) => filterByType(jsonLd(html), 'Event'),
  openGraph,
  parseJson,
  plainText,
  decodeEntities,
  collapseSpace,
  dom(html) {
    const dom = parseDom(html)
    return [dom.text(), dom.all('div p, [id] > *:not(b)').length, dom.html()]
  },
  microdata(html) {
    const dom = parseDom(html)
    return dom.all('[itemscope]:not([itemprop])').map(microdataReader(dom, 'https://a.example/'))
  },
  readFeed,
  looksLikeFeed,
  assertReadable: (html) => assertReadable(toPage(html)),
  toPrice,
  toDate,
  toDateTime,
  fromRfc822,
  toNumber,
  toInteger,
  integerIn,
  postalCode,
  relative: (text) => fromRelativeTime(text, new Date(0)),
}

function onlyFails(read: () => unknown): void {
  try {
    read()
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown
  }
}

const pieces =
  '<script|<script>|</script>|<script id="S">|<script id=S type=application/json>|<script type="application/ld+json">|<script id="x-state">|<!--|-->|<!-->|{|}|[|]|"|\'|\\|\\"|\\u00|,|:|;|null|1e999|{"a":1}|{"__proto__":{"polluted":1}}|{"constructor":{"prototype":{"polluted":1}}}|"@graph":[|window.S=|window["S"]=|S = JSON.parse("|")|/*|*/|//|\n|\u0000|\u2028|\ud800|é|&amp;|&q;|&#x110000;|&#xd800;|<|>|</|<div itemscope itemprop=a itemref=x id=x>|<p itemprop="__proto__">|<constructor>|<meta property=og:title content=x>|<title>|</title>|<h1>|<noscript>|<svg><![CDATA[|]]>|<rss version="2.0"><channel><item><title>|</title></item>|<?xml|<template>|<textarea>|=|1.234,56 €|2026-02-30T25:00|75011 Paris|3 hours ago'.split(
    '|',
  )
const hostilePage = fc
  .array(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.string() }),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''))

describe('any page', () => {
  test.each(Object.keys(readers))('gives %s a value or a failure of the page', (name) => {
    const read = readers[name] as (html: string) => unknown
    fc.assert(
      fc.property(hostilePage, (html) => onlyFails(() => read(html))),
      { numRuns: 400 },
    )
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('gives the readers of values null or a value of their type', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (value, text) => {
        for (const read of [toPrice, toDate, toDateTime, toNumber, toInteger, fromRfc822]) read(value)
        const link = unwrapLink(text, 'https://a.example/')
        expect(link === null || /^https?:/.test(link)).toBe(true)
        findArrays(value, ['a'])
        return true
      }),
    )
  })
})

const json = fc
  .jsonValue({ maxDepth: 6 })
  // JSON writes minus zero as zero.
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  .filter((value) => !JSON.stringify(value).includes('__proto__'))
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
const container = json.map((value) => ({ value }))

describe('any JSON', () => {
  test('is read unchanged from every wrapping', () => {
    fc.assert(
      fc.property(container, hostilePage, (value, noise) => {
        const text = inScript(value)
        const harmless = noise.replaceAll('<', '').replaceAll('S', '')
        const wrap = (script: string) => `<p>${harmless}</p>${script}<p>${harmless}</p>`
        expect(scriptById(wrap(`<script id='S' type="application/json">${text}</script>`), 'S')).toEqual(
          value,
        )
        expect(assignedState(wrap(`<script>x();window["S"] = ${text};y()</script>`), 'S')).toEqual(value)
        expect(assignedState(wrap(`<script>S=JSON.parse(${inScript(text)})</script>`), 'S')).toEqual(value)
        expect(jsonLd(wrap(`<script type=application/ld+json>/* c */${text};</script>`))).toEqual([value])
        const escaped = JSON.stringify(value).replace(
          /[&"'<>]/g,
          (c) => `&${{ '&': 'a', '"': 'q', "'": 's', '<': 'l', '>': 'g' }[c]};`,
        )
        expect(angularState(wrap(`<script id="app-state">${escaped}</script>`))).toEqual(value)
      }),
      { numRuns: 300 },
    )
  })

  test('keeps its values through a change of its keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        const values = (of: unknown): unknown[] =>
          of !== null && typeof of === 'object' ? Object.values(of).flatMap(values) : [of]
        const keysApart = new Set(
          JSON.stringify(value)
            .match(/"[^"]*":/g)
            ?.map((key) => key.toLowerCase().replaceAll('_', '')),
        )
        fc.pre(keysApart.size === (JSON.stringify(value).match(/"[^"]*":/g)?.length ?? 0))
        expect(values(toSnakeCase(value))).toEqual(values(value))
      }),
    )
  })

  test('never has a key that reaches a prototype', () => {
    const hidden =
      '{"a":[{"__proto__":{"polluted":1}},{"\\u005f_proto__":1},{"constructor":{"prototype":{"polluted":1}}}]}'
    expect(JSON.stringify(parseJson(hidden))).toBe('{"a":[{},{},{}]}')
    expect(JSON.stringify(parseJson(`// comment\n${hidden}`))).toBe('{"a":[{},{},{}]}')
  })
})

// Each of these is quadratic for a careless scanner.
const floods: Record<string, string> = {
  'script openings': '<script',
  'empty scripts': '<script></script>',
  'scripts with the id': '<script id=S>{</script>',
  'comment openings': '<!--',
  'unmatched tags': '<a></b>',
  quotes: '"',
  backslashes: '\\',
  brackets: '[',
  entities: '&amp;',
  'open entities': '&#',
  spaces: ' ',
  'less-than signs': '<',
  'broken linked data': '<script type=application/ld+json>{/*</script>',
  metas: '<meta property=og:a content=b>',
  digits: '1,',
}
const around: readonly [string, string][] = [
  ['', ''],
  ['<script>S={"a":"', '"}</script>'],
  ['<script id=S type=application/ld+json>{"a":', '</script>'],
  ['<div title="', '">'],
]

describe('a flood', () => {
  test.each(Object.entries(floods))(
    'of %s is read in linear time',
    (_, piece) => {
      for (const [before, after] of around) {
        const html = before + piece.repeat(Math.floor(60_000 / piece.length)) + after
        for (const read of Object.values(readers)) onlyFails(() => read(html))
      }
    },
    20_000,
  )

  // At this length a scan that starts again at each piece does not end in the test's time.
  test.each([
    '<script',
    '<!--',
    '<script>',
    '<script id=S>{</script>',
    '<meta ',
    'S={"',
    'S={} ',
    'S=JSON.parse("',
    'S',
  ])('of %s does not keep the island scans busy', (piece) => {
    for (const [before, after] of around) {
      const html = before + piece.repeat(Math.floor(1_000_000 / piece.length)) + after
      for (const read of [readers.scriptById, readers.assignedState, readers.jsonLd, readers.openGraph])
        read?.(html)
    }
  })
})

test('text that the tokenizer emits letter by letter takes no more memory than its letters', () => {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  const html = `<p>${'<'.repeat(2_000_000)}</p>`
  collect()
  const before = process.memoryUsage().heapUsed
  const dom = parseDom(html)
  collect()
  const kept = process.memoryUsage().heapUsed - before
  expect(dom.text()?.length).toBe(2_000_000)
  // A chain of single letters would keep 32 bytes for each.
  expect(kept / html.length).toBeLessThan(8)
})
