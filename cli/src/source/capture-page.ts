// Saves a page as a fixture: its body in one file, its address, status and headers in another. Removes credentials, so
// that the fixture can be committed: tokens in the address, in forms, meta tags and scripts. Texts and structure stay.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../failure.ts'
import { type FetchOptions, fetchSavedPage } from './server-installation.ts'

export type CaptureOptions = FetchOptions & { as?: string; folder: string }

/** Returns the files. An existing fixture is never overwritten. */
export async function capturePage(
  url: string,
  { as, folder, ...options }: CaptureOptions,
): Promise<string[]> {
  const name = as ?? suggestFixture(url)
  if (!/^[a-z0-9][a-z0-9._-]{0,60}$/i.test(name))
    throw new UsageError(`--as ${JSON.stringify(name)} must be 1 to 61 letters, digits, dots and hyphens`)
  const about = join(folder, `${name}.json`)
  const existing = [about, ...extensions.map((extension) => join(folder, `${name}.page.${extension}`))].find(
    existsSync,
  )
  if (existing !== undefined)
    throw new UsageError(`${existing} already exists; choose another name with --as`)
  const page = await fetchSavedPage(url, options)
  const file = join(folder, `${name}.page.${chooseExtension(page.content_type)}`)
  const { body, ...head } = page
  const saved = { ...head, url: stripAddress(page.url), captured_at: new Date().toISOString() }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, stripBody(body), { flag: 'wx' })
  writeFileSync(about, `${JSON.stringify(saved, null, 2)}\n`, { flag: 'wx' })
  return [file, about]
}

const extensions = ['html', 'json', 'xml', 'txt'] as const

const chooseExtension = (contentType: string): (typeof extensions)[number] =>
  extensions.find((extension) => contentType.toLowerCase().includes(extension)) ?? 'txt'

/** `https://shop.example/items/7?a=b` gives `items-7`. */
function suggestFixture(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  const words = path.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 40).replace(/-$/, '') || 'page'
}

const removed = 'removed'
const maxSecretChars = 4000

/** Names as in `csrf-token`, `accessToken` or `session_id`, in lower case and without separators. */
const secretParts = [
  'csrf',
  'xsrf',
  'accesstoken',
  'authtoken',
  'refreshtoken',
  'idtoken',
  'verificationtoken',
  'authenticitytoken',
  'apikey',
  'clientsecret',
  'sessionid',
  'password',
  'signature',
]
const secretNames = ['nonce', 'token', 'jwt', 'sid', 'sig', 'key', 'secret']

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '')
  return secretNames.includes(plain) || secretParts.some((part) => plain.includes(part))
}

/** The address without user name, fragment and the values of secret parameters. */
function stripAddress(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  for (const name of new Set(url.searchParams.keys()))
    if (isSecretName(name)) url.searchParams.set(name, removed)
  return url.href
}

/** JSON Web Tokens, wherever they are. */
const webToken = /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000}/g
const tag = /<(?:meta|input)\b[^>]{1,4000}>/gi
const nameAttribute = /\s(?:name|property|id)\s?=\s?["']?([\w:.-]{1,80})/gi
const valueAttribute = /(\s(?:content|value)\s?=\s?)(?:"[^"]{0,4000}"|'[^']{0,4000}'|[^\s"'>]{1,4000})/i
const passwordInput = /\stype\s?=\s?["']?password/i
const nonceAttribute = /(<(?:script|style|link)\b[^>]{0,2000}\snonce\s?=\s?)(?:"[^"]{0,200}"|'[^']{0,200}')/gi

const stripBody = (body: string): string =>
  stripJson(
    body
      .replaceAll(tag, (element) => (isSecretTag(element) ? hideValue(element) : element))
      .replaceAll(nonceAttribute, `$1"${removed}"`)
      .replaceAll(webToken, removed),
  )

const isSecretTag = (element: string): boolean =>
  passwordInput.test(element) ||
  [...element.matchAll(nameAttribute)].some(([, name = '']) => isSecretName(name))

const hideValue = (element: string): string => element.replace(valueAttribute, `$1"${removed}"`)

const jsonKey = /(["'])([\w-]{1,60})\1\s{0,5}:\s{0,5}["']/g

/** Values such as that of `"csrfToken":"…"`, in scripts and in JSON. */
function stripJson(body: string): string {
  const pieces: string[] = []
  let from = 0
  for (const match of body.matchAll(jsonKey)) {
    const start = match.index + match[0].length
    if (start < from || !isSecretName(match[2] ?? '')) continue
    const end = body.indexOf(match[0].slice(-1), start)
    if (end === -1 || end - start > maxSecretChars) continue
    pieces.push(body.slice(from, start), removed)
    from = end
  }
  return pieces.join('') + body.slice(from)
}
