// Meaningless styles, scripts, menus and footers that give pages a realistic weight. They are made once per site, as
// lines that can be cut to any length, so a heavy page only joins a few strings.
import { capitalise } from './prose.ts'
import { createRandom, type Random } from './random.ts'
import { nouns } from './words.ts'

export type Clutter = { styles: string; scripts: string; header: string; footer: string }

const fillerBySeed = new Map<string, Clutter>()
const seedsMax = 64
const stockChars = 48 * 1024

export function makeClutter(seed: string): Clutter {
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
export function cutLines(stockText: string, chars: number): string {
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
