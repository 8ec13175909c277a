// Outlines a page in one pass of the tokenizer: title, heading, visible text, and the elements that reveal a wall or an
// empty shell. For walls.ts.
import { collapseSpace, isInline } from './clean-text.ts'
import { createTextPieces } from './text-pieces.ts'
import { tokenizeHtml } from './tokenize-html.ts'

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
  let inside = ''
  let tag = ''
  let attribute = ''
  let value = ''

  const targets = () => {
    const place = places.get(inside)
    if (place === 'hidden') return []
    if (place === undefined) return [parts.text]
    return place === 'heading' ? [parts.heading, parts.text] : [parts[place]]
  }
  let into = targets()
  const enter = (name: string) => {
    inside = name
    into = targets()
  }
  const add = (text: string) => {
    for (const part of into) part.add(text)
  }
  const readAttribute = () => {
    if (attribute === 'itemscope') signs.itemscope = true
    if (attribute === 'id' && appRootIds.has(value)) signs.appRoot = true
    if (attribute === 'type' && tag === 'input' && value === 'password') signs.passwordInput = true
    if (attribute === 'data-sitekey') signs.challenge = true
    if (challengeTags.has(tag) && challengeAttributes.has(attribute) && challengeValue.test(value))
      signs.challenge = true
    if (tag === 'script' && attribute === 'src' && challengeValue.test(value)) signs.challengeScript = true
  }
  tokenizeHtml(html, {
    ontext(start, end) {
      for (const part of into) part.addSlice(start, end)
    },
    ontextentity: (codePoint) => add(String.fromCodePoint(codePoint)),
    onopentagname(start, end) {
      tag = html.slice(start, end).toLowerCase()
      if (tag === 'app-root') signs.appRoot = true
      if (!isInline(tag)) add(' ')
      if (inside === '' && places.has(tag) && (places.get(tag) !== 'heading' || parts.heading.isEmpty()))
        enter(tag)
    },
    onclosetag(start, end) {
      const name = html.slice(start, end).toLowerCase()
      if (name === inside) enter('')
      if (!isInline(name)) add(' ')
    },
    onattribname(start, end) {
      attribute = html.slice(start, end).toLowerCase()
      value = ''
    },
    onattribdata(start, end) {
      value = html.slice(start, Math.min(end, start + 500)).toLowerCase()
    },
    onattribend: readAttribute,
  })
  const readPart = (part: keyof typeof parts) => collapseSpace(parts[part].toString())
  return {
    title: readPart('title'),
    heading: readPart('heading'),
    text: readPart('text'),
    noscript: readPart('noscript'),
    ...signs,
  }
}
