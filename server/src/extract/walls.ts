// Recognises pages that answer 200 but are no answer: bot walls, captchas, login walls and app shells without
// data (page-forms.md). A page that carries data is never called a wall, whatever words stand in its text.
import { type Page, pageBlocked, pageChanged } from '../contract.ts'
import { plainText } from './clean-text.ts'

/** Walls are small; a longer page is content, and is not scanned further than this. */
const maxWallChars = 200_000
const maxWallTextChars = 2_000
const maxShellTextChars = 200

/** Throws pageBlocked for a wall and pageChanged for an empty shell; any other page passes. */
export function assertReadable(page: Page): void {
  if (page.status === 404 || page.status === 410) return
  if (refusals.has(page.status)) throw pageBlocked(`the site answered ${page.status}`)
  if (isWallAddress(page.url)) throw pageBlocked('the site sent us to a sign-in or verification page')
  const wall = wallIn(page)
  if (wall) throw pageBlocked(wall)
  if (emptyShell(page)) throw pageChanged('the page is an empty shell')
}

/** Whether the page is an app's frame whose data would be fetched by scripts, or holds nothing at all. */
export function emptyShell(page: Page): boolean {
  const { body } = page
  if (body.length < 1000 && body.trim() === '') return true
  if (body.length > maxWallChars || !isHtml(page) || carriesData(body)) return false
  if (!appRoot.test(body) && !needsScript.test(body)) return false
  return visibleText(body).length <= maxShellTextChars
}

const refusals = new Set([401, 403, 407, 429, 503])

const wallPath =
  /^\/(?:(?:uas|accounts?|users?|auth|checkpoint|member)\/)?(?:log-?in|sign[-_]?in|authwall|captcha|challenge|checkpoint|sorry|blocked|access-denied)(?:\/|\.[a-z]{2,5}$|$)/i

const isWallAddress = (url: string): boolean => URL.canParse(url) && wallPath.test(new URL(url).pathname)

function wallIn(page: Page): string | null {
  const { body } = page
  if (!isHtml(page)) return isJsonWall(body) ? 'the site answered with a challenge' : null
  if (body.length > maxWallChars || carriesData(body)) return null
  const titled = wallTitle.test(titleOf(body))
  const marked = challengeMarkup.test(body) || wallWords.test(body)
  const signIn = passwordInput.test(body) && signInTitle.test(titleOf(body))
  if (!titled && !marked && !signIn) return null
  // The costly look comes last: a page with something to read merely mentions such words.
  if (visibleText(body).length > maxWallTextChars) return null
  return signIn && !titled ? 'the page is a sign-in form' : 'the page is a bot wall or a captcha'
}

const isHtml = (page: Page): boolean =>
  /html/i.test(page.contentType) ||
  /^\s{0,100}<(?:!doctype html|html|head|body)/i.test(page.body.slice(0, 500))

/** An object of a few scalars, one of them the address of a challenge, is what walls send to scripts. */
function isJsonWall(body: string): boolean {
  return (
    body.length < 2000 &&
    /^\s{0,50}\{[^{}[\]]{0,2000}\}\s{0,50}$/.test(body) &&
    /"[^"]{0,500}captcha[^"]{0,500}"/i.test(body)
  )
}

const dataScript = /<script[^>]{0,300}application\/(?:ld\+)?json/i
const assignedData =
  /(?:window|self|globalThis)(?:\.|\[["'`])[\w$]{3,60}(?:["'`]\])?\s{0,5}=\s{0,5}(?:[[{]\s{0,20}["[{]|JSON\.parse)/

/** Whether a script of the page holds JSON: then it has something to say, and its source judges what. */
const carriesData = (html: string): boolean =>
  dataScript.test(html) || assignedData.test(html) || /\sitemscope[\s=>]/i.test(html)

const visibleText = (html: string): string =>
  plainText(html.replace(/<title[^>]{0,200}>[^<]{0,500}<\/title>/i, '')) ?? ''

function titleOf(html: string): string {
  const title = /<title[^>]{0,200}>([^<]{0,300})/i.exec(html.slice(0, 50_000))?.[1]
  return (plainText(title ?? '') ?? '').toLowerCase()
}

const wallTitle =
  /^(?:access (?:to this page has been )?(?:denied|blocked)|attention required|just a moment|are you (?:a )?(?:robot|human)|robot (?:or human|check)|human (?:verification|check)|(?:please )?verify(?:ing)? (?:that )?you are (?:a )?human|security (?:check|verification)|bot (?:check|verification)|(?:request|you have been|you've been) blocked|pardon (?:our|the) interruption|unusual traffic|too many requests|captcha|one more step|checking your browser|forbidden|403|429|503|acc[eè]s (?:refus[eé]|interdit|bloqu[eé])|[eê]tes-vous un robot|v[eé]rification de s[eé]curit[eé]|zugriff verweigert|acceso denegado|accesso negato)/

const signInTitle =
  /(?:^|[|\-–—:] ?)(?:sign in|log ?in|sign up|join now|connexion|se connecter|identifiez-vous|anmelden|iniciar sesi[oó]n)/

const passwordInput = /<input[^>]{0,300}type=["']?password/i

/** A captcha or challenge as an element, a form or a frame, not as a word in the text. */
const challengeMarkup =
  /(?:class|id|src|action|name|data-sitekey)=["']?[^"'>\s]{0,200}(?:captcha|challenge-|\/challenge|turnstile|authwall|bot-?detect)/i

const wallWords =
  /unusual traffic|verify (?:that )?you(?:'re| are) (?:a |not a )?(?:human|robot)|(?:are you|you(?:'re| are) not) a robot|press (?:&amp;|&|and) hold|automated (?:access|requests|queries)|enable (?:javascript|js|cookies) (?:and|to)|javascript is (?:disabled|required)|activer javascript|acc[eè]s temporairement restreint|sign in to (?:continue|view)|log in to (?:continue|view)/i

const needsScript = /<noscript[^>]{0,200}>[\s\S]{0,2000}?(?:javascript|enable js)/i
const appRoot =
  /<(?:div|main|app-root)[^>]{0,200}id=["']?(?:root|app|__next|__nuxt|main-app|react-root|app-root)["']?[^>]{0,200}>\s{0,200}(?:<\/|<!--)|<app-root[^>]{0,200}>\s{0,200}<\/app-root>/i
