// Microdata and OpenGraph: the two forms of structured data that live in markup.
import { expect, test } from 'vitest'
import { parseDom } from './dom.ts'
import { microdataReader } from './microdata.ts'
import { ogProperty, openGraph } from './open-graph.ts'

function read(html: string, baseUrl?: string) {
  const dom = parseDom(html)
  return dom.all('[itemscope]:not([itemprop])').map(microdataReader(dom, baseUrl))
}

test('microdata reads values from where each element keeps them', () => {
  const html = `<div itemscope itemtype="https://schema.org/Product" itemid="urn:x">
    <h1 itemprop="name"> Blue <b>anvil</b></h1><meta itemprop="brand" content="Acme"><a itemprop="url" href="/p">x</a>
    <img itemprop="image" src="1.jpg"><link itemprop="image" href="2.jpg"><time itemprop="date" datetime="2026-01-02">Friday</time>
    <data itemprop="sku" value="77">seventy-seven</data><meter itemprop="level" value="3">mid</meter>
    <span itemprop="gtin gtin13">123</span><span itemprop="price" content="9.90">9,90 €</span></div>`
  expect(read(html)).toEqual([
    {
      '@type': 'https://schema.org/Product',
      '@id': 'urn:x',
      name: 'Blue anvil',
      brand: 'Acme',
      url: '/p',
      image: ['1.jpg', '2.jpg'],
      date: '2026-01-02',
      sku: '77',
      level: '3',
      gtin: '123',
      gtin13: '123',
      price: '9.90',
    },
  ])
})

test('microdata nests scopes and separates their properties', () => {
  const html = `<div itemscope itemtype="A B"><p itemprop="x" itemscope><i itemprop="y">1</i></p><i itemprop="z">2</i></div><div itemscope itemtype="C">text</div>`
  expect(read(html)).toEqual([{ '@type': ['A', 'B'], x: { y: '1' }, z: '2' }, { '@type': 'C' }])
})

test('microdata follows itemref, and stops if it is circular', () => {
  const html = `<div itemscope itemref="more none"><i itemprop="a">1</i></div><div id="more"><i itemprop="b">2</i><i itemprop="c" itemscope id="c" itemref="c more"></i></div>`
  expect(read(html)).toMatchObject([{ a: '1', b: '2', c: { b: '2' } }])
})

test('microdata resolves addresses if it gets the page address', () => {
  const html = '<div itemscope><a itemprop="u" href="../b">x</a><img itemprop="v" src=""></div>'
  expect(read(html, 'https://a.example/c/d')).toEqual([{ u: 'https://a.example/b', v: '' }])
})

test('microdata reads tags and properties that have the names of object methods', () => {
  expect(
    read(
      '<div itemscope><constructor itemprop="constructor">1</constructor><b itemprop="__proto__">2</b></div>',
    )[0],
  ).toEqual(
    Object.fromEntries([
      ['constructor', '1'],
      ['__proto__', '2'],
    ]),
  )
})

const html = `<html prefix="shop: https://shop.example/ns#"><head><!-- <meta property="og:title" content="old"> -->
  <meta property="og:title" content="A &amp; B"><meta content='https://a.example/1.jpg' property='og:image'/><meta property="og:image" content="2.jpg">
  <meta property="shop:price" content="1"><meta property="other:x" content="1"><meta name="og:type" content="x"><meta property="og:description">
  <script>"<meta property='og:title' content='no'>"</script></head></html>`

test('openGraph lists properties of known and declared vocabularies in page order', () => {
  expect(openGraph(html)).toEqual({
    namespace: { og: 'http://ogp.me/ns#', shop: 'https://shop.example/ns#' },
    properties: [
      ['og:title', 'A & B'],
      ['og:image', 'https://a.example/1.jpg'],
      ['og:image', '2.jpg'],
      ['shop:price', '1'],
    ],
  })
})

test('openGraph gives the first content of a name', () => {
  expect([
    ogProperty(openGraph(html), 'og:image'),
    ogProperty(openGraph(html), 'og:video'),
    ogProperty(null, 'og:image'),
  ]).toEqual(['https://a.example/1.jpg', null, null])
})

test('openGraph is null without Open Graph tags', () => {
  expect(openGraph('<meta name="description" content="x">')).toBeNull()
})
