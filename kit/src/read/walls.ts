// Recognises pages with status 200 that are no answer: bot walls, captchas, login walls and app shells without data. A
// page that carries data is never a wall, whatever its text.
import { isUrl } from '../is-url.ts'
import { isMissing, type Page, pageBlocked, pageChanged } from '../outcome.ts'
import { outlinePage, type PageOutline } from './page-outline.ts'
import { parseJson } from './parse-json.ts'
import { scripts } from './scan-tags.ts'
import { asObject } from './values.ts'

/** Walls are small: a longer page is content, and so is one with more to read. */
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
  // The source decides about missing subjects; their page may be an empty frame.
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

/** The outline of an HTML page that is small and carries no data; null for any other page. */
function outlineBarePage(page: Page): PageOutline | null {
  const { contentType } = page
  // Scripts and their attributes are ASCII: a page that carries data need not be decoded.
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

/** Whether a script of the page holds JSON: then its source judges the page. */
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
