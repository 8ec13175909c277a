// Renders pages of sandbox sites: a document with the weight of a real one, filled with meaningless styles, scripts,
// menus and footers, and the ways in which real pages embed data in scripts. The filler is made once per site, as lines
// that can be cut to any length. Data may contain `</script>`, quotes or line separators.
import { capitalise } from './prose.ts'
import { createRandom, type Random } from './random.ts'
import { nouns } from './words.ts'

export type HtmlPage = {
  title: string
  /** Elements for the head: meta, links, islands. */
  head?: string
  body: string
  lang?: string
  /** The least size of the whole page. Real pages have 60 to 400. */
  weightKb?: number
  /** Selects the filler; mostly the name of the site. */
  seed?: string
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

export function renderPage({ title, head = '', body, lang = 'en', weightKb = 60, seed = 'site' }: HtmlPage) {
  const { styles, scripts, header, footer } = makeClutter(seed)
  const content = title.length + head.length + body.length + header.length + footer.length
  const missing = Math.max(0, weightKb * 1024 - content)
  return `<!DOCTYPE html>
<html lang="${lang}" class="no-js">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.ico"><link rel="preload" href="/static/app.css" as="style">
<style>${cutLines(styles, missing * 0.3)}</style>
<script>${cutLines(scripts, missing * 0.4)}</script>
${head}
</head>
<body>
${header}
<main id="content">
${body}
</main>
${footer}
<script>${cutLines(scripts, missing * 0.3)}</script>
</body>
</html>
`
}

/** The first half of an island, as pages have it whose script was cut off. */
export const cutIsland = (island: string): string => `${island.slice(0, island.length >> 1)}</script>`

/** JSON that is safe inside a script element. */
const scriptJson = (data: unknown): string =>
  JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

/** `<script id="…" type="application/json">{…}</script>` */
export const renderJsonIsland = (id: string, data: unknown): string =>
  `<script id="${id}" type="application/json">${scriptJson(data)}</script>`

/** The state of a Next.js page, as an island. */
export const renderNextData = (page: string, pageProps: unknown): string =>
  renderJsonIsland('__NEXT_DATA__', { props: { pageProps }, page })

/** `<script type="application/ld+json">{…}</script>` */
export const renderLinkedData = (data: object): string =>
  `<script type="application/ld+json">${scriptJson({ '@context': 'https://schema.org', ...data })}</script>`

/** `<script>window.NAME = {…};</script>` */
export const renderWindowVariable = (name: string, data: unknown): string =>
  `<script>window.${name} = ${scriptJson(data)};</script>`

/** `<script>window["NAME"]=JSON.parse("…");</script>`: the JSON's own text as a string literal. */
export const renderParsedJson = (name: string, data: unknown): string =>
  `<script>window["${name}"]=JSON.parse(${scriptJson(JSON.stringify(data))});</script>`

const angularEscapes: Readonly<Record<string, string>> = {
  '"': '&q;',
  '&': '&a;',
  "'": '&s;',
  '<': '&l;',
  '>': '&g;',
}

/** JSON in the older transfer-state escape (`&q;` for a quote …), to be put into a script element by the site. */
export const escapeAngularJson = (data: unknown): string =>
  JSON.stringify(data).replace(/["&'<>]/g, (character) => angularEscapes[character] ?? character)

type Clutter = { styles: string; scripts: string; header: string; footer: string }

const fillerBySeed = new Map<string, Clutter>()
const seedsMax = 64
const stockChars = 48 * 1024

function makeClutter(seed: string): Clutter {
  const cached = fillerBySeed.get(seed)
  if (cached) return cached
  // Seeds may come from callers, so the cache must be bounded.
  if (fillerBySeed.size >= seedsMax) fillerBySeed.clear()
  const random = createRandom('clutter', seed)
  const clutter = {
    styles: makeLines(() => styleLine(random)),
    scripts: makeLines(() => scriptLine(random)),
    header: makeHeader(seed, random),
    footer: makeFooter(seed, random),
  }
  fillerBySeed.set(seed, clutter)
  return clutter
}

/** Whole lines of the stock, over and over, of about that length. */
function cutLines(stockText: string, chars: number): string {
  const rest = chars % stockText.length
  return (
    stockText.repeat(Math.floor(chars / stockText.length)) +
    stockText.slice(0, stockText.lastIndexOf('\n', rest) + 1)
  )
}

function makeLines(line: () => string): string {
  let lines = ''
  while (lines.length < stockChars) lines += `${line()}\n`
  return lines
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const token = (random: Random, length: number): string =>
  Array.from({ length }, () => random.pick(letters)).join('')
const noun = (random: Random): string => random.pick(nouns.en).replaceAll(' ', '-')

function styleLine(random: Random): string {
  const name = `.${noun(random)}__${token(random, 5)}`
  const px = () => `${random.int(0, 48)}px`
  const colour = () => `#${random.int(0, 0xffffff).toString(16).padStart(6, '0')}`
  return random.pick<() => string>([
    () => `${name}{margin:${px()} ${px()};padding:${px()};color:${colour()};background:${colour()}}`,
    () =>
      `${name}:hover,${name}--active{border:1px solid ${colour()};border-radius:${px()};transition:all .2s ease-in}`,
    () =>
      `@media (min-width:${random.int(3, 14)}00px){${name}{display:flex;flex-direction:row;gap:${px()};max-width:${random.int(20, 96)}%}}`,
  ])()
}

function scriptLine(random: Random): string {
  const id = random.int(1000, 99_999)
  const name = () => token(random, random.int(1, 3))
  return random.pick<() => string>([
    () =>
      `(self.modules=self.modules||[]).push([[${id}],{${id}:function(${name()},n,r){"use strict";r.d(n,{${token(random, 4)}:function(){return ${token(random, 2)}}});var o=r(${random.int(1000, 99_999)}),i=r.n(o);}}]);`,
    () =>
      `!function(e,t){e.${token(random, 6)}=e.${token(random, 6)}||[];for(var n=0;n<t.length;n++)e.${token(random, 6)}.push({k:"${noun(random)}",v:t[n],w:${random.float().toFixed(6)}})}(window,["${noun(random)}","${noun(random)}"]);`,
    () =>
      `window.dataLayer=window.dataLayer||[];dataLayer.push({event:"${noun(random)}.view",experiment:"${token(random, 8)}",variant:${random.int(0, 3)},ts:${id}});`,
    // Ordinary pages contain the settings of a captcha that they do not show; they must not be taken for a block page.
    () =>
      `var cfg_${token(random, 4)}={"captcha":{"enabled":false,"siteKey":"${token(random, 24)}"},"flags":["${noun(random)}","${noun(random)}"],"cdn":"/static/${token(random, 8)}.js"};`,
  ])()
}

const menuLink = (random: Random): string => {
  const word = noun(random)
  return `<li class="menu__item"><a class="menu__link" href="/${word}?src=menu" data-track="${token(random, 10)}">${capitalise(word)}</a></li>`
}

const makeHeader = (seed: string, random: Random): string =>
  `<div id="consent" class="banner" hidden><p>We and our partners store cookies to measure audience.</p><button type="button">Accept</button><button type="button">Refuse</button></div>
<header class="top" role="banner"><a class="top__logo" href="/"><svg viewBox="0 0 96 24" aria-label="${seed}"><path d="M${random.int(1, 9)} ${random.int(1, 9)}h12v12H3z"/></svg></a>
<form role="search" action="/search"><input type="search" name="q" autocomplete="off"><button type="submit">Search</button></form>
<nav class="menu" aria-label="Main"><ul>${Array.from({ length: 24 }, () => menuLink(random)).join('\n')}</ul></nav></header>`

const makeFooter = (seed: string, random: Random): string =>
  `<footer class="bottom" role="contentinfo">${Array.from(
    { length: 4 },
    () =>
      `<section><h2>${capitalise(noun(random))}</h2><ul>${Array.from({ length: 8 }, () => menuLink(random)).join('')}</ul></section>`,
  ).join('\n')}<p>&copy; ${seed}. All rights reserved.</p></footer>`
