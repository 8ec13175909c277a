// Outlines a page in one pass of the tokenizer: title, heading, visible text, and the elements that reveal a wall or an
// empty shell. For walls.ts.
import { collapseSpace, isInline } from './clean-text.ts'
import { createTextPieces } from './text-pieces.ts'
import { tokenizeHtml } from './tokenize-html.ts'

/** What distinguishes a page with content from a wall or an empty shell. */
export type PageOutline = {
  title: string
  /** The first h1, or h2 where there is none before it. */
  heading: string
  /** The visible text, title aside. */
  text: string
  /** The text inside noscript elements. */
  noscript: string
  /** A captcha or a challenge as an element, a form or a frame, not as a word in the text. */
  challenge: boolean
  /** The same in the address of a script, which content pages with a form have too. */
  challengeScript: boolean
  passwordInput: boolean
  /** The element that an app fills in. */
  appRoot: boolean
  /** Microdata: the markup itself is data. */
  itemscope: boolean
}

const challengeValue = /captcha|challenge|turnstile|authwall|bot-?detect/i
const challengeAttributes = new Set(['class', 'id', 'src', 'action', 'name', 'href'])
const challengeTags = new Set(['div', 'form', 'iframe', 'input', 'section', 'main', 'body', 'html'])
const appRootIds = new Set(['root', 'app', '__next', '__nuxt', 'app-root', 'react-root', 'main-app'])
const places = new Map<string, 'title' | 'heading' | 'noscript' | 'hidden'>([
  ['title', 'title'],
  ['h1', 'heading'],
  ['h2', 'heading'],
  ['noscript', 'noscript'],
  ['script', 'hidden'],
  ['style', 'hidden'],
  ['template', 'hidden'],
])

type TextPieces = ReturnType<typeof createTextPieces>
type OutlineState = {
  html: string
  parts: Record<'title' | 'heading' | 'noscript' | 'text', TextPieces>
  signs: Pick<PageOutline, 'challenge' | 'challengeScript' | 'passwordInput' | 'appRoot' | 'itemscope'>
  /** The element of `places` that the tokenizer is in. */
  inside: string
  /** The parts that text is added to. */
  into: TextPieces[]
  tag: string
  attribute: string
  value: string
}

/**
 * Outlines a page of HTML; a part that the page lacks is an empty text. Throws DomTooLarge on the event loop
 * above 131,072 characters, or above 4,000 tags and entities.
 *
 * @example
 * outlinePage('<title>Lanterns</title><h1>Amber</h1>').heading // 'Amber'
 */
export function outlinePage(html: string): PageOutline {
  const parts = {
    title: createTextPieces(html),
    heading: createTextPieces(html),
    noscript: createTextPieces(html),
    text: createTextPieces(html),
  }
  const signs = {
    challenge: false,
    challengeScript: false,
    passwordInput: false,
    appRoot: false,
    itemscope: false,
  }
  const outline = { html, parts, signs, inside: '', into: [parts.text], tag: '', attribute: '', value: '' }
  readTokens(outline)
  return {
    title: collapseSpace(parts.title.toString()),
    heading: collapseSpace(parts.heading.toString()),
    text: collapseSpace(parts.text.toString()),
    noscript: collapseSpace(parts.noscript.toString()),
    ...signs,
  }
}

function readTokens(outline: OutlineState): void {
  const { html } = outline
  tokenizeHtml(html, {
    ontext(start, end) {
      for (const part of outline.into) part.addSlice(start, end)
    },
    ontextentity: (codePoint) => addText(outline, String.fromCodePoint(codePoint)),
    onopentagname: (start, end) => openTag(outline, html.slice(start, end).toLowerCase()),
    onclosetag(start, end) {
      const name = html.slice(start, end).toLowerCase()
      if (name === outline.inside) enterElement(outline, '')
      if (!isInline(name)) addText(outline, ' ')
    },
    onattribname(start, end) {
      outline.attribute = html.slice(start, end).toLowerCase()
      outline.value = ''
    },
    onattribdata(start, end) {
      outline.value = html.slice(start, Math.min(end, start + 500)).toLowerCase()
    },
    onattribend: () => readAttribute(outline),
  })
}

function openTag(outline: OutlineState, tag: string): void {
  outline.tag = tag
  if (tag === 'app-root') outline.signs.appRoot = true
  if (!isInline(tag)) addText(outline, ' ')
  const place = outline.inside === '' ? places.get(tag) : undefined
  if (place && (place !== 'heading' || outline.parts.heading.isEmpty())) enterElement(outline, tag)
}

function enterElement(outline: OutlineState, name: string): void {
  const { parts } = outline
  const place = places.get(name)
  outline.inside = name
  if (place === 'hidden') outline.into = []
  else if (place === 'heading') outline.into = [parts.heading, parts.text]
  else outline.into = [parts[place ?? 'text']]
}

function addText({ into }: OutlineState, text: string): void {
  for (const part of into) part.add(text)
}

function readAttribute({ tag, attribute, value, signs }: OutlineState): void {
  if (attribute === 'itemscope') signs.itemscope = true
  if (attribute === 'id' && appRootIds.has(value)) signs.appRoot = true
  if (attribute === 'type' && tag === 'input' && value === 'password') signs.passwordInput = true
  if (attribute === 'data-sitekey') signs.challenge = true
  if (challengeTags.has(tag) && challengeAttributes.has(attribute) && challengeValue.test(value))
    signs.challenge = true
  if (tag === 'script' && attribute === 'src' && challengeValue.test(value)) signs.challengeScript = true
}
