// Compares the speed of reading pages: our kit, cheerio with its default parser, cheerio with htmlparser2, and a bare
// string scan as the lower bound. All return the same output.
// Usage: npx tsx bench/extract.ts [folder with further .html pages]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parseDom } from '@quarry/kit/read/dom'
import { scriptById } from '@quarry/kit/read/islands'
import { jsonLd } from '@quarry/kit/read/json-ld'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { sources } from '@quarry/sources'
import { load } from 'cheerio'
import { load as loadSlim } from 'cheerio/slim'
import { domPage, islandPage } from './extract-pages.ts'

type Reader = (html: string) => unknown
type Contender = { name: string; read: Reader }
type Speed = { name: string; perSecond: number }
type Set = { title: string; pages: string[]; contenders: Contender[]; strict: boolean; target: number | null }

const measureMs = 4000
const baseline = 'cheerio, default parser'

allowLargeDom()

const islandContenders: Contender[] = [
  { name: 'quarry', read: (html) => scriptById(html, '__NEXT_DATA__') },
  { name: baseline, read: (html) => JSON.parse(load(html)('#__NEXT_DATA__').text()) },
  { name: 'cheerio, htmlparser2', read: (html) => JSON.parse(loadSlim(html)('#__NEXT_DATA__').text()) },
  { name: 'bare scan', read: bareIsland },
]

const domContenders: Contender[] = [
  {
    name: 'quarry',
    read: (html) =>
      parseDom(html)
        .all('#results .result')
        .map((item) => ({
          link: item.attr('href', 'a'),
          title: item.text('h3'),
          snippet: item.text('.snippet'),
        })),
  },
  { name: baseline, read: (html) => cheerioResults(load(html)) },
  { name: 'cheerio, htmlparser2', read: (html) => cheerioResults(loadSlim(html)) },
  { name: 'bare scan', read: bareResults },
]

const sandboxResults: Contender[] = [
  {
    name: 'quarry',
    read: (html) =>
      parseDom(html)
        .all('#rso .tF2Cxc')
        .map((item) => ({ link: item.attr('href', '.yuRUbf a'), title: item.text('h3') })),
  },
  { name: baseline, read: (html) => cheerioTitles(load(html)) },
  { name: 'cheerio, htmlparser2', read: (html) => cheerioTitles(loadSlim(html)) },
]

const savedIslands: Contender[] = [
  { name: 'quarry', read: (html) => jsonLd(html).length },
  { name: baseline, read: (html) => cheerioBlocks(load(html)) },
  { name: 'cheerio, htmlparser2', read: (html) => cheerioBlocks(loadSlim(html)) },
]

const savedDom: Contender[] = [
  { name: 'quarry', read: (html) => parseDom(html).all('a[href]').length },
  { name: baseline, read: (html) => load(html)('a[href]').length },
  { name: 'cheerio, htmlparser2', read: (html) => loadSlim(html)('a[href]').length },
]

const folder = process.argv[2]
const saved = folder === undefined ? [] : pagesIn(folder)
const sets: Set[] = [
  {
    title: 'island pages',
    pages: range(12).map(islandPage),
    contenders: islandContenders,
    strict: true,
    target: 20,
  },
  { title: 'DOM pages', pages: range(12).map(domPage), contenders: domContenders, strict: true, target: 3 },
  {
    title: 'sandbox pages, islands',
    pages: await Promise.all(
      range(12).map((i) => sandboxPage(`https://com.ticketing.example/e/${1_000_000_000_017 + i * 7919}`)),
    ),
    contenders: islandContenders,
    strict: true,
    target: 20,
  },
  {
    title: 'sandbox pages, DOM',
    pages: await Promise.all(
      ['hydrogen', 'batteries', 'gene sequencing', 'software'].map((word) =>
        sandboxPage(`https://www.websearch.example/search?q=${encodeURIComponent(word)}&start=0&num=10`),
      ),
    ),
    contenders: sandboxResults,
    strict: true,
    target: 3,
  },
  { title: 'saved pages, linked data', pages: saved, contenders: savedIslands, strict: false, target: null },
  { title: 'saved pages, links', pages: saved, contenders: savedDom, strict: false, target: null },
]

for (const set of sets) {
  // Every 11th and 17th sandbox page has no readable state; those are for the tests.
  const pages =
    set.contenders === islandContenders
      ? set.pages.filter((html) => scriptById(html, '__NEXT_DATA__'))
      : set.pages
  if (pages.length > 0) run({ ...set, pages })
}

function run({ title, pages, contenders, strict, target }: Set): void {
  const megabytes = pages.reduce((sum, html) => sum + Buffer.byteLength(html), 0) / 1e6
  console.log(`\n${title}: ${pages.length} pages, ${((megabytes / pages.length) * 1000).toFixed(0)} kB mean`)
  const expected = pages.map((html) => contenders[0]?.read(html))
  for (const { name, read } of contenders) {
    const different = pages.filter((html, i) => !isDeepStrictEqual(read(html), expected[i])).length
    // Saved pages are broken in ways that parsers repair differently: there a difference is printed, not fatal.
    if (different > 0 && strict) throw new Error(`${name} reads ${different} ${title} differently`)
    if (different > 0) console.log(`  ${name} reads ${different} pages differently`)
  }
  const speeds = measure(pages, contenders)
  const base = speeds.find(({ name }) => name === baseline)?.perSecond ?? 1
  for (const { name, perSecond } of speeds) {
    const rate = `${perSecond.toFixed(0).padStart(7)} pages/s ${((perSecond * megabytes) / pages.length).toFixed(0).padStart(6)} MB/s`
    console.log(`  ${name.padEnd(24)} ${rate} ${(perSecond / base).toFixed(1).padStart(7)}x`)
  }
  const ratio = (speeds[0]?.perSecond ?? 0) / base
  if (target !== null) console.log(`  target ${target}x: ${ratio >= target ? 'met' : 'MISSED'}`)
}

/**
 * Pages per second of CPU time. The readers alternate, so that other load and garbage collection affect all of them.
 */
function measure(pages: string[], contenders: Contender[]): Speed[] {
  const spent = contenders.map(({ name, read }) => ({ name, read, rounds: 0, micros: 0 }))
  const start = performance.now()
  for (let round = 0; performance.now() - start < measureMs || round < 3; round++) {
    for (const contender of spent) {
      // Fast readers read the pages several times per round, so that a round is long for the clock's resolution.
      const { user, system } = process.cpuUsage()
      const roundStartedAt = performance.now()
      do {
        for (const html of pages) contender.read(html)
        if (round > 0) contender.rounds++
      } while (performance.now() - roundStartedAt < 50)
      const after = process.cpuUsage()
      if (round > 0) contender.micros += after.user - user + after.system - system
    }
  }
  return spent.map(({ name, rounds, micros }) => ({
    name,
    perSecond: (rounds * pages.length * 1e6) / micros,
  }))
}

/** A page of a sandbox site. Pages without embedded state are not measured. */
async function sandboxPage(address: string): Promise<string> {
  const url = new URL(address)
  const source = sources.find(({ site }) =>
    url.hostname.endsWith(new URL(site.replace('{domain}.', '')).hostname),
  )
  const pretend = await source?.sandbox?.()
  const response = pretend?.({ method: 'GET', url, json: undefined, now: new Date() })
  const location = response?.headers?.location
  return location === undefined ? (response?.body ?? '') : await sandboxPage(location)
}

function cheerioTitles($: ReturnType<typeof load>) {
  return $('#rso .tF2Cxc')
    .toArray()
    .map((item) => ({
      link: $(item).find('.yuRUbf a').attr('href'),
      title: $(item).find('h3').text().replace(/\s+/g, ' ').trim(),
    }))
}

function cheerioResults($: ReturnType<typeof load>) {
  const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()
  return $('#results .result')
    .toArray()
    .map((item) => ({
      link: $(item).find('a').attr('href'),
      title: squeeze($(item).find('h3').text()),
      snippet: squeeze($(item).find('.snippet').text()),
    }))
}

/** A strict reader: invalid JSON blocks are skipped. */
function cheerioBlocks($: ReturnType<typeof load>): number {
  const read = (text: string): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return []
    }
  }
  return $('script[type="application/ld+json"]')
    .toArray()
    .flatMap((script) => read($(script).text())).length
}

/** The minimum work for this page. */
function bareIsland(html: string): unknown {
  const start = html.indexOf('>', html.indexOf('id="__NEXT_DATA__"')) + 1
  return JSON.parse(html.slice(start, html.indexOf('</script>', start)))
}

function bareResults(html: string): unknown[] {
  const results: unknown[] = []
  const between = (open: string, close: string, from: number) => {
    const start = html.indexOf(open, from) + open.length
    return html.slice(start, html.indexOf(close, start))
  }
  for (
    let at = html.indexOf('<div class="result">');
    at !== -1;
    at = html.indexOf('<div class="result">', at + 1)
  ) {
    const text = (open: string, close: string) =>
      between(open, close, at)
        .replace(/<[^>]*>/g, '')
        .replaceAll('&amp;', '&')
    results.push({
      link: text('<a href="', '"'),
      title: text('<h3>', '</h3>'),
      snippet: text('<p class="snippet">', '</p>'),
    })
  }
  return results
}

function pagesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(path, name), 'utf8'))
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}
