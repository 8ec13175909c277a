// The program that measures the page plugin on saved pages: what it prints for invented pages, and which folders it
// refuses.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { loadPages } from '../../../bench/page-accuracy/load-pages.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'bench/page-accuracy.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
  })

const sentences = Array.from(
  { length: 30 },
  (_, i) => `Sentence number ${i} tells of the harbour, the bridge and the tide.`,
)
const story = `<html lang="en"><head><title>Tide | Post</title><meta property="og:title" content="Tide"><meta property="og:type" content="article"></head><body><nav><a href="/">Home</a></nav><article><h1>Tide</h1>${sentences.map((sentence) => `<p>${sentence}</p>`).join('')}</article></body></html>`
const stool = `<html><head><title>Stool</title><script type="application/ld+json">{"@type":"Product","name":"Stool","offers":{"price":"19.90","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script></head><body><h1>Stool</h1></body></html>`

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('each field and the text get a line, and wrong values count', () => {
  const folder = createFolder()
  const save = (name: string, html: string, expected: object) => {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'page.html'), html)
    writeFileSync(join(folder, name, 'expected.json'), JSON.stringify(expected))
  }
  const fields = {
    title: 'Tide',
    author: null,
    date: '2026-01-31',
    language: 'en-GB',
    text: sentences.join(' '),
  }
  save('story', story, { url: 'https://post.example/tide', kind: 'article', fields })
  const offer = { name: 'Stool', price: 19.9, currency: 'EUR', availability: 'out_of_stock' }
  save('stool', stool, { url: 'https://shop.example/stool', kind: 'product', fields: offer })
  const { stdout, stderr, status } = run('--from', folder)
  expect([status, stderr]).toEqual([0, ''])
  for (const line of [
    'field title quarry right 1 wrong 0 missing 0 share 1.000',
    'field author quarry right 1 wrong 0 missing 0 share 1.000',
    'field date quarry right 0 wrong 0 missing 1 share 0.000',
    'field price quarry right 1 wrong 0 missing 0 share 1.000',
    'field availability quarry right 0 wrong 1 missing 0 share 0.000',
    'kind product price json-ld pages 1 right 1 wrong 0 missing 0 share 1.000',
    'text quarry precision 1.000 recall 1.000 F1 1.000 pages 1',
  ])
    expect(stdout.split('\n')).toContain(line)
  expect(stdout).toMatch(/^speed quarry \d+\.\d\d ms per page/m)
})

const complete = { url: 'https://post.example/tide', kind: 'article', fields: { title: 'Tide' } }

test.each([
  ['no page', undefined, 'has no pages'],
  ['a page without expected values', { 'page.html': story }, 'expected.json is missing'],
  ['a page without markup', { 'expected.json': JSON.stringify(complete) }, 'page.html is missing'],
  ['expected values that are not JSON', { 'page.html': story, 'expected.json': '{' }, 'is not valid JSON'],
  [
    'an address that is none',
    { 'page.html': story, 'expected.json': JSON.stringify({ ...complete, url: 'tide' }) },
    'needs url',
  ],
  [
    'an unknown kind',
    { 'page.html': story, 'expected.json': JSON.stringify({ ...complete, kind: 'story' }) },
    'needs kind, one of article',
  ],
  [
    'a value that is a list',
    { 'page.html': story, 'expected.json': JSON.stringify({ ...complete, fields: { author: [] } }) },
    'author must be a text',
  ],
])('a folder with %s is named', (_, files, message) => {
  const folder = createFolder()
  if (files !== undefined) mkdirSync(join(folder, 'page'))
  for (const [name, text] of Object.entries<string>(files ?? {}))
    writeFileSync(join(folder, 'page', name), text)
  expect(() => loadPages(folder)).toThrow(message)
})

test('a folder that cannot be used is exit code 1 with the reason, without a stack', () => {
  const folder = createFolder()
  const { stderr, status } = run('--from', folder)
  expect([status, stderr]).toEqual([
    1,
    `${folder} has no pages: each is a folder with page.html and expected.json\n`,
  ])
})
