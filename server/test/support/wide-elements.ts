// Finds elements that are wider than the space they have, with several fonts and text sizes applied to the loaded page.
import type { Page } from 'playwright-core'
import { createFixedWidthFont } from './fixed-width-font.ts'

/** Widths in em of fonts that are built here, so that the result does not depend on installed fonts. */
const builtFonts = { Narrow: 0.4, Wide: 0.72 }
const defaultPx = 16
const variants = [
  { font: 'DejaVu Sans', textPx: defaultPx },
  { font: 'Narrow', textPx: defaultPx },
  { font: 'Wide', textPx: defaultPx },
  { font: 'DejaVu Sans', textPx: 2 * defaultPx },
  { font: 'Wide', textPx: 2 * defaultPx },
]

const widest = variants.filter(({ font }) => font === 'Wide')

/**
 * Runs in the page. Exempt are code, records and fields, which scroll in their own box, text that is cut with an
 * ellipsis, and text for screen readers only.
 */
const script = `
  const mayScroll = 'pre, textarea, input, select, .scroll-x'
  const isExempt = (one) => {
    const { textOverflow, clipPath } = getComputedStyle(one)
    return one.matches(mayScroll) || textOverflow === 'ellipsis' || clipPath === 'inset(50%)'
  }
  const isInExempt = (one) => one !== null && (isExempt(one) || isInExempt(one.parentElement))
  const hasOwnText = (one) => {
    for (let node = one.firstChild; node; node = node.nextSibling)
      if (node.nodeType === 3 && node.data.trim() !== '') return true
    return false
  }
  /** Whether the element is a visible box, which its content must not exceed. */
  const isBox = (one) => {
    const { borderRightWidth, backgroundColor, overflowX } = getComputedStyle(one)
    return borderRightWidth !== '0px' || backgroundColor !== 'rgba(0, 0, 0, 0)' || overflowX !== 'visible'
  }
  const isTooWide = (one) => {
    const { left, right } = one.getBoundingClientRect()
    if (right > innerWidth + 1 || left < -1) return true
    return one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 && (hasOwnText(one) || isBox(one))
  }
  const describe = (one) => {
    const name = one.tagName.toLowerCase() + (one.getAttribute('class') ?? '').trim().replace(/^|\\s+/g, '.')
    const needed = Math.round(Math.max(one.scrollWidth, one.getBoundingClientRect().right))
    return name + ' "' + one.textContent.trim().slice(0, 40) + '" needs ' + needed + ' px of ' + (one.clientWidth || innerWidth)
  }
  window.findWideElements = async (font) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, *::before, *::after { font-family: "' + font + '" !important }')
    document.adoptedStyleSheets = [sheet]
    for (const fold of document.querySelectorAll('details')) fold.open = true
    // Charts follow the width of their box in the next frame.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    const place = document.querySelector('dialog[open]') ?? document.body
    const wide = [place, ...place.querySelectorAll('*')].filter((one) =>
      isTooWide(one) && one.checkVisibility() && !isInExempt(one))
    if (wide.length === 0 && document.documentElement.scrollWidth > innerWidth) wide.push(document.documentElement)
    return wide.filter((one) => !wide.some((other) => other !== one && one.contains(other))).map(describe)
  }
  const readTextSize = (one) => parseFloat(getComputedStyle(one).fontSize)
  let sizes = new Map()
  /** Remembers the text size of one element of each kind. */
  window.rememberTextSizes = () => {
    const kinds = new Map()
    for (const one of document.querySelectorAll('body *')) {
      const kind = one.parentElement.className + '>' + one.tagName + '.' + one.className
      if (!kinds.has(kind) && hasOwnText(one)) kinds.set(kind, one)
    }
    sizes = new Map([...kinds.values()].map((one) => [one, readTextSize(one)]))
  }
  window.findFixedText = () =>
    [...sizes].filter(([one, size]) => one.isConnected && readTextSize(one) < 1.9 * size)
      .map(([one]) => describe(one) + ': its text does not grow')
  window.loadFont = async (name, base64) => {
    const face = new FontFace(name, Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)))
    document.fonts.add(await face.load())
  }`

const fonts = Object.entries(builtFonts).map(
  ([name, emWidth]) => [name, createFixedWidthFont(emWidth).toString('base64')] as const,
)

/** With `isWidestOnly` only the wide font is tried, for the many dialogs and menus of a view. */
export type Measure = (view: string, isWidestOnly?: boolean) => Promise<string[]>

/**
 * Returns a function that names the elements that are too wide, with the view and the variant. The text size is that
 * of the browser settings, so text in pixels does not scale, which is reported too.
 */
export async function createMeasure(page: Page): Promise<Measure> {
  const devTools = await page.context().newCDPSession(page)
  const setTextSize = (px: number) =>
    devTools.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } })
  const run = (code: string) => page.evaluate(code) as Promise<string[]>
  return async (view, isWidestOnly = false) => {
    if (await page.evaluate(`typeof findWideElements === 'undefined'`)) {
      await page.evaluate(`{${script}}`)
      for (const [name, data] of fonts) await page.evaluate(`loadFont('${name}', '${data}')`)
    }
    const found: string[] = []
    for (const { font, textPx } of isWidestOnly ? widest : variants) {
      await setTextSize(textPx)
      const problems = await run(`findWideElements('${font}')`)
      if (textPx === defaultPx) await run('rememberTextSizes()')
      else problems.push(...(await run('findFixedText()')))
      const variant = `${font}, text at ${(100 * textPx) / defaultPx} %`
      found.push(...problems.map((problem) => `${view} (${variant}): ${problem}`))
    }
    await setTextSize(defaultPx)
    return found
  }
}
