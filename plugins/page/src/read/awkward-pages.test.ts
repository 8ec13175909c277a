// Pages whose visible parts mislead a reader: bylines of other stories, titles with a section, wrappers with odd names.
import type { Page } from '@quarry/kit'
import { expect, test } from 'vitest'
import { readArticle } from '../article.ts'
import { readProduct } from '../product.ts'
import { readRecipe } from '../recipe.ts'
import { readMainText } from './main-text.ts'
import { readPageData } from './page-data.ts'
import { createPicker } from './picker.ts'
import { toIsoDate } from './written-date.ts'

const read = (body: string) => {
  const page: Page = { url: 'https://news.example/a', status: 200, contentType: 'text/html', body }
  return readPageData(page)
}
const readFields = (body: string) => readArticle(read(body), createPicker()).fields

test('a byline in a sidebar counts only if the page has no other', () => {
  const sidebar = '<div class="rightSidebar"><a class="author">Other Person</a></div>'
  const own = '<p class="byline">By <a>Ines Moreau</a> 31 January 2026</p>'
  expect(readFields(`<body>${sidebar}${own}`).author).toBe('Ines Moreau')
  expect(readFields(`<body>${sidebar}`).author).toBe('Other Person')
})

test.each([
  ['<a class="author">View author archive</a>', null],
  ['<meta name="author" content="Moreau, Ines">', 'Ines Moreau'],
  [
    '<meta name="author" content="Ines Moreau"><meta itemprop="author" content="A Photographer">',
    'Ines Moreau',
  ],
])('the author of %s is %s', (markup, expected) => {
  expect(readFields(`<body>${markup}`).author).toBe(expected)
})

test('dates of quoted posts and of linked stories do not count', () => {
  const quote = '<blockquote><time datetime="2026-01-05">5 January</time></blockquote>'
  expect(readFields(`<body>${quote}<time class="published">January 7, 2026</time>`).published_at).toBe(
    '2026-01-07',
  )
})

test.each([
  ['Opinion | Name the names', 'Name the names'],
  ['Name the names – House Call', 'Name the names'],
  ['Why to name the names', 'Why to name the names'],
])('the title %s is %s if the page has that heading', (title, expected) => {
  expect(readFields(`<title>${title}</title><body><h1 class="a">Name the <b>names</b></h1>`).title).toBe(
    expected,
  )
})

test('times keep fractions of a second, and programs write the year last', () => {
  expect(toIsoDate('2026-01-31T10:00:00.250Z')).toBe('2026-01-31T10:00:00.250Z'.replace('0Z', 'Z'))
  expect(toIsoDate('2026-01-31T10:00:00.000Z')).toBe('2026-01-31T10:00:00Z')
  expect(toIsoDate('Mon Aug 03 12:45:00 EDT 2015')).toBe('2015-08-03T16:45:00Z')
})

test('a wrapper with most of the text is the text, whatever its name; comments never are', () => {
  const paragraph = `<p>${'The bridge opened again on Saturday, after a year of work. '.repeat(4)}</p>`
  const comments = `<div class="comments">${'<p>I do not agree at all, and I say so. It is far too late.</p>'.repeat(30)}</div>`
  const text = readMainText(read(`<body><div class="ad-portal">${paragraph.repeat(10)}</div>${comments}`))
  expect(text).toContain('The bridge opened again')
  expect(text).not.toContain('I do not agree')
})

const story = `<p>${'The bridge opened again on Saturday, after a year of work. '.repeat(4)}</p>`

test('first paragraphs in blocks of their own belong to the text; a single one is a summary', () => {
  const first =
    '<div class="one"><p>Nobody expected the crane to be late, and yet it was late by an hour.</p></div>'
  const second = '<div class="two"><p>The mayor held a short speech, in which he thanked everybody.</p></div>'
  const rest = `<div class="rest">${story.repeat(6)}</div>`
  expect(readMainText(read(`<body><div>${first}${second}${rest}</div>`))).toContain(
    'Nobody expected the crane',
  )
  expect(readMainText(read(`<body><div>${first}${rest}</div>`))).not.toContain('Nobody expected the crane')
})

test.each([
  ['First Posted: Jul 19, 2025 02:49 AM EDT'],
  ['Posted July 19, 2025'],
  ['By Ines Moreau, Harbour Post, 31 January 2026'],
  ['Follow Ines Moreau on Twitter: @inesmoreau'],
  ['Like us on Facebook'],
  ['More from Harbour Post'],
  ['Photo credit: Harbour Post'],
])('the line "%s" is no part of the text', (line) => {
  expect(
    readMainText(read(`<body><div>${story.repeat(3)}<p>${line}</p>${story.repeat(3)}</div>`)),
  ).not.toContain(line)
})

test.each([
  ['Published in 1925, the novel sold poorly at first.'],
  ['By March, sales had doubled compared with 2012.'],
  ['Follow the river to the bridge, then turn left.'],
])('the sentence "%s" stays', (line) => {
  expect(readMainText(read(`<body><div>${story.repeat(3)}<p>${line}</p>${story.repeat(3)}</div>`))).toContain(
    line,
  )
})

test('opinions of readers are no part of the text', () => {
  const opinions = `<div class="opinions">${'<p>I do not agree at all, and I say so.</p>'.repeat(5)}</div>`
  const text = readMainText(read(`<body><div class="page">${story.repeat(6)}${opinions}</div>`))
  expect(text).toContain('The bridge opened again')
  expect(text).not.toContain('I do not agree')
})

test.each([
  ['<p class="by_line">by Ines Moreau, Harbour Post Staff Writer</p>', 'Ines Moreau'],
  ['<p class="byline">By INES MOREAU, Associated Press</p>', 'INES MOREAU'],
  ['<div class="byline"><b class="author">Ines Moreau</b> Harbour Post Follow us</div>', 'Ines Moreau'],
  ['<p class="byline">Tom Hale</p><p id="byline">Posted by Ines Moreau</p>', 'Ines Moreau'],
  ['<meta name="author" content="Recipe by Ines Moreau">', 'Ines Moreau'],
  ['<i>Written by <a href="/p">Ines Moreau</a></i>', 'Ines Moreau'],
  ['<div>By Ines Moreau, Harbour Post, 31 January 2026</div>', 'Ines Moreau'],
  ['<p>By Monday the bridge was open.</p>', null],
])('the byline %s names %s', (markup, expected) => {
  expect(readFields(`<body>${markup}`).author).toBe(expected)
})

test('an author that is only the name of the site gives way to a byline', () => {
  const head =
    '<meta property="og:site_name" content="Harbour Post"><meta name="author" content="Harbour Post">'
  expect(readFields(`${head}<body><p class="byline">By Ines Moreau</p>`).author).toBe('Ines Moreau')
  expect(readFields(`${head}<body><p>The bridge is open.</p>`).author).toBe('Harbour Post')
  const sidebar = '<div class="sidebar"><p class="byline">By Tom Hale</p></div>'
  expect(readFields(`${head}<body>${sidebar}`).author).toBe('Harbour Post')
})

test('a date in words below the heading counts, one further down does not', () => {
  expect(readFields('<body><h1>Bridge reopens</h1><i>Jan. 31, 2026 |</i>').published_at).toBe('2026-01-31')
  expect(readFields(`<body><h1>Bridge reopens</h1>${story}${story}<i>Jan. 31, 2026</i>`).published_at).toBe(
    null,
  )
})

const offer = (price: string) =>
  `<script type="application/ld+json">{"@type":"Product","name":"Stool","offers":{"price":"${price}","priceCurrency":"EUR"}}</script>`
const reduced = '<meta property="product:price:amount" content="120.00">'
const standard = '<meta property="og:price:standard_amount" content="150.00">'

test.each([
  ['the price of a sale counts before the standard price', `${standard}${reduced}${offer('150.00')}`, 120],
  ['the offer counts if it is not the standard price', `${standard}${reduced}${offer('110.00')}`, 110],
  ['the offer counts without a standard price', `${reduced}${offer('150.00')}`, 150],
  [
    'the meta tags may name the sale price',
    `<meta property="product:sale_price:amount" content="99"><meta property="product:price:amount" content="150">${offer('150.00')}`,
    99,
  ],
])('%s', (_, head, expected) => {
  expect(readProduct(read(`${head}<body><h1>Stool</h1>`), createPicker())?.price).toBe(expected)
})

test('the picture of a recipe is its own, not the one for social networks', () => {
  const linked = '{"@type":"Recipe","name":"Soup","image":"https://news.example/soup.jpg"}'
  const page = `<meta property="og:image" content="https://news.example/crop.jpg"><script type="application/ld+json">${linked}</script>`
  expect(readRecipe(read(page), createPicker())?.image).toBe('https://news.example/soup.jpg')
})
