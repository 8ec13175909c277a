// Recognises pages with status 200 that do not have the content: bot walls, captchas, login walls and app shells. A
// page that contains data is never a wall, whatever its text.
import { isUrl } from '../is-url.ts'
import { isMissing, type Page, pageBlocked, pageChanged } from '../outcome.ts'
import { collapseSpace, isInline } from './clean-text.ts'
import { parseJson } from './parse-json.ts'
import { scripts } from './scan-tags.ts'
import { createTextPieces, tokenizeHtml } from './tokenize-html.ts'
import { asObject } from './values.ts'

/** Walls are small: a longer page, or one with more text, is content. */
const maxWallChars = 256 * 1024
const maxWallTextChars = 2500
const maxShellTextChars = 200

/**
 * Throws pageBlocked for a wall and pageChanged for an empty shell; any other page passes.
 *
 * @example
 * extract(page) {
 *   assertReadable(page)
 *   return found(readLantern(page), { form: 'dom' })
 * }
 */
export function assertReadable(page: Page): void {
  // The source decides about missing subjects, whose page may be an empty frame.
  if (isMissing(page)) return
  if (refusals.has(page.status)) throw pageBlocked(`the site answered ${page.status}`)
  if (isWallAddress(page.url)) throw pageBlocked('the site sent us to a sign-in or verification page')
  if (isJsonWall(page)) throw pageBlocked('the site answered with the address of a challenge')
  const outline = outlineBarePage(page)
  if (!outline) return
  const wall = wallIn(outline)
  if (wall) throw pageBlocked(wall)
  if (isShell(outline)) throw pageChanged('the page is an empty shell')
}

/** The outline of an HTML page that is small and has no data; null for any other page. */
function outlineBarePage(page: Page): PageOutline | null {
  const { contentType } = page
  // Scripts and their attributes are ASCII: a page with data need not be decoded.
  const undecoded = page.octets ?? page.body
  if (undecoded.length > maxWallChars) return null
  const html = /html/i.test(contentType) || contentType === '' || page.body.trim() === ''
  if (!html || carriesData(undecoded)) return null
  const outline = outlinePage(page.body)
  return outline.itemscope ? null : outline
}

const assignedData = /^[^=\s]{3,60}\s{0,5}=\s{0,5}(?:[[{]\s{0,20}["[{]|JSON\.parse)/

/** Whether a script assigns JSON to a global. A wall's own settings have bare keys, and do not count. */
function assignsData(script: string): boolean {
  for (const { index } of script.matchAll(/(?:window|self|globalThis)[.[]/g))
    if (assignedData.test(script.slice(index, index + 120))) return true
  return false
}

/** Whether a script of the page contains JSON: then its source judges the page. */
function carriesData(html: string): boolean {
  // Checking the type attributes is cheaper than searching the scripts.
  for (const { attributes, start, end } of scripts(html))
    if (end - start > 10 && /json/i.test(attributes.get('type') ?? '')) return true
  for (const { start, end } of scripts(html)) if (assignsData(html.slice(start, end))) return true
  return false
}

function wallIn(page: PageOutline): string | null {
  if (page.text.length > maxWallTextChars) return null
  if ([page.title, page.heading].some((text) => wallTitle.test(text))) return 'the page is a bot wall'
  if (page.challenge || (page.challengeScript && page.text.length <= maxShellTextChars))
    return 'the page is a captcha or a challenge'
  if (
    page.passwordInput &&
    [page.title, page.heading, page.text.slice(0, 200)].some((text) => signIn.test(text))
  )
    return 'the page is a sign-in form'
  if (wallWords.test(page.text) || wallWords.test(page.noscript)) return 'the page asks for proof of a human'
  return null
}

const isShell = (page: PageOutline): boolean =>
  page.text.length <= maxShellTextChars &&
  (page.appRoot || /javascript/i.test(page.noscript) || (page.text === '' && page.title === ''))

const refusals = new Set([401, 403, 407, 429, 503])

const wallPath =
  /^\/(?:(?:uas|accounts?|users?|auth|checkpoint|member)\/)?(?:log-?in|sign[-_]?in|authwall|captcha|challenge|checkpoint|sorry|blocked|access-denied)(?:\/|\.[a-z]{2,5}$|$)/i

const isWallAddress = (url: string): boolean => isUrl(url) && wallPath.test(new URL(url).pathname)

/** A small object of scalars, one of them the address of a captcha, is what walls send to scripts. */
function isJsonWall(page: Page): boolean {
  if (!/json/i.test(page.contentType) || page.body.length > 2000) return false
  const values = Object.values(asObject(parseJson(page.body)) ?? {})
  const flat = values.every((value) => value === null || typeof value !== 'object')
  return flat && values.some((value) => typeof value === 'string' && /^https?:.{0,100}captcha/i.test(value))
}

// The phrase is the whole title, or punctuation or a preposition follows: a film may be called "Forbidden Planet".
const wallTitle =
  /^(?:error )?(?:access (?:to this page has been )?(?:denied|blocked)|attention required|just a moment|are you (?:a )?(?:robot|human)|robot (?:or human|check)|human (?:verification|check)|(?:please )?verify(?:ing)? (?:that )?you are (?:a )?human|(?:please )?confirm (?:that )?you are (?:a )?human|security (?:check|verification)|bot (?:check|verification)|(?:request|you have been|you've been) blocked|pardon (?:our|the) interruption|unusual traffic|too many requests|captcha|one more step|checking your browser|(?:403 )?forbidden|(?:429|503|403)|acc[eè]s (?:refus[eé]|interdit|bloqu[eé])|[eê]tes-vous un robot|v[eé]rification de s[eé]curit[eé]|zugriff verweigert|acceso denegado|accesso negato)(?:$| ?[.…!?|:,–—-]| (?:by|to|on|before|from)\b)/i

const signIn =
  /\b(?:sign in|log ?in|sign up|join now|connexion|se connecter|identifiez-vous|anmelden|iniciar sesi[oó]n)\b/i

const wallWords =
  /unusual traffic|verify (?:that )?you(?:'re| are) (?:a |not a )?(?:human|robot)|(?:are you|you(?:'re| are) not) a robot|press (?:&|and) hold|automated (?:access|requests|queries)|enable (?:javascript|js) and cookies|please enable (?:js|javascript|cookies)|acc[eè]s temporairement restreint|(?:sign|log) in to (?:continue|view)/i

/** What distinguishes a page with content from a wall or an empty shell, found in one pass of the tokenizer. */
export type PageOutline = {
  title: string
  /** The first h1, or an h2 before it. */
  heading: string
  /** The visible text, title aside. */
  text: string
  /** The text inside noscript elements. */
  noscript: string
  /** A captcha or a challenge as an element, a form or a frame, not as a word in the text. */
  challenge: boolean
  /** The same in the address of a script, which pages with content and a form have too. */
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
 * Outlines a page of HTML; a part that the page lacks is an empty text. Throws DomTooLarge on the event loop above
 * 131,072 characters, or above 4,000 tags and entities.
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
