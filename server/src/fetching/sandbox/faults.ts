// Faults on demand: a request with `fault-<kind>` anywhere in its address or body makes the sandbox site fail as real
// sites do, so that client developers can test every failure.
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

type FaultKind = (typeof faultKinds)[number]

const faultToken =
  /fault-(missing|removed|error|blocked|garbage|slow|hang|reset|huge|bomb|redirect-private)(?![a-z0-9])/i

/** The requested fault, or null. */
export function findFault(url: string, json?: unknown): FaultKind | null {
  const match = faultToken.exec(decodeAscii(url)) ?? faultToken.exec(JSON.stringify(json) ?? '')
  return match ? (match[1]?.toLowerCase() as FaultKind) : null
}

/** Decodes percent escapes of plain ASCII, the only ones that can hide a token. */
const decodeAscii = (text: string): string =>
  text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const slowToken = /([-_+ ]|%20)?fault(?:-|%2d)slow(?![a-z0-9])([-_+ ]|%20)?/gi

/** Removes `fault-slow` and the hyphen or space before or after it. */
export const removeSlow = (text: string): string =>
  text.replace(slowToken, (_, before?: string, after?: string) => (before && after ? before : ''))

const redirectTarget = 'https://169.254.169.254/latest/meta-data/'
const huge = Buffer.alloc(64 * 1024, '<div class="row"><span>more of the same</span></div>\n')

const htmlType = 'text/html; charset=utf-8'

type SendFault = (response: ServerResponse, acceptEncoding: string) => void | Promise<void>

const sendPage =
  (status: number, buildBody: () => string | Buffer): SendFault =>
  (response) =>
    void response.writeHead(status, { 'content-type': htmlType }).end(buildBody())

/** `slow` is handled by the server: it delays a normal response. */
export const faults = {
  missing: sendPage(404, () => errorPage('Page not found', 'The page you are looking for does not exist.')),
  removed: sendPage(410, () => errorPage('No longer available', 'This page has been removed by its owner.')),
  error: sendPage(500, () =>
    errorPage('Something went wrong', 'Our team has been told. Please try again later.'),
  ),
  blocked: sendPage(200, blockPage),
  garbage: sendPage(200, garbagePage),
  hang: () => {},
  reset: resetHalfway,
  huge: streamWithoutEnd,
  bomb: sendBomb,
  'redirect-private': (response) => void response.writeHead(302, { location: redirectTarget }).end(),
} satisfies Record<string, SendFault>

export const faultKinds = ['slow', ...(Object.keys(faults) as (keyof typeof faults)[])] as const

function resetHalfway(response: ServerResponse): void {
  const half = halfPage()
  response.writeHead(200, { 'content-type': htmlType, 'content-length': 2 * half.length })
  response.write(half, () => response.destroy())
}

/** Writes as fast as the client reads until the connection closes. */
function streamWithoutEnd(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': htmlType })
  const fill = () => {
    // One chunk per iteration of the event loop: a fast reader must not block the event loop.
    if (response.destroyed) return
    if (response.write(huge)) setImmediate(fill)
    else response.once('drain', fill)
  }
  response.once('close', () => response.removeListener('drain', fill))
  fill()
}

async function sendBomb(response: ServerResponse, acceptEncoding: string): Promise<void> {
  const { encoding, body } = await getBomb(acceptEncoding)
  response.writeHead(200, { 'content-type': htmlType, 'content-encoding': encoding }).end(body)
}

/** A few kilobytes that decompress to hundreds of megabytes. */
type Bomb = { encoding: 'br' | 'gzip'; body: Buffer }

const blockBytes = 256 * 1024
const blocks = 1280

const bombs = new Map<Bomb['encoding'], Promise<Bomb>>()

/** Brotli if it is accepted, gzip otherwise. */
function getBomb(acceptEncoding: string): Promise<Bomb> {
  const encoding = /\bbr\b/.test(acceptEncoding) ? 'br' : 'gzip'
  const before = bombs.get(encoding)
  if (before) return before
  const building = buildBomb(encoding)
  bombs.set(encoding, building)
  // Not cached after a failure, so that the next request tries again.
  building.catch(() => bombs.delete(encoding))
  return building
}

/** Streams one small block through the compressor, which takes little memory and does not block the event loop. */
async function buildBomb(encoding: Bomb['encoding']): Promise<Bomb> {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : createGzip({ level: 9 })
  const block = Buffer.alloc(blockBytes, ' ')
  const content = Readable.from(Array.from({ length: blocks }, () => block))
  return { encoding, body: await buffer(content.pipe(compressor)) }
}

type FaultPage = { title: string; head?: string; body: string; sizeKb: number }

const errorPage = (title: string, text: string): string =>
  buildPage({ title, body: `<h1>${title}</h1><p>${text}</p>`, sizeKb: 24 })

/** The first half of a page. */
const halfPage = (): string => buildPage({ title: 'Loading', body: '', sizeKb: 32 }).slice(0, 16 * 1024)

/** A bot wall as large sites show it: status 200, a challenge, no content. */
function blockPage(): string {
  return buildPage({
    title: 'Access denied - please verify you are a human',
    head: '<meta name="robots" content="noindex,nofollow"><meta http-equiv="refresh" content="600">',
    body: `<div id="challenge" class="captcha-container" data-action="verify">
<h1>Please verify you are a human</h1>
<p>We have detected unusual traffic from your network. Access to this page has been denied because we believe you are
using automation tools to browse the website. Complete the captcha below to continue.</p>
<form id="challenge-form" action="/challenge/verify" method="POST"><div class="captcha" id="captcha" data-sitekey="sandbox"></div>
<noscript>Please enable JavaScript and cookies to continue.</noscript></form>
<p>Reference ID: <code>6f1d2c8e-5b0a-4f3e-9a57-c2d81e40b7f6</code></p></div>`,
    sizeKb: 18,
  })
}

/** A page cut off in its head, followed by bytes that are not text. */
function garbagePage(): Buffer {
  return Buffer.concat([
    Buffer.from('<!DOCTYPE html><html><head><meta charset="utf-8"><title>\u00c3\u00a9</ti'),
    createHash('shake256', { outputLength: 24 * 1024 })
      .update('garbage page')
      .digest(),
    Buffer.from('<script type="application/json">{"props":{"pageProps":{"'),
  ])
}

/** A document with a script that makes it as large as a real page. */
const buildPage = ({ title, head = '', body, sizeKb }: FaultPage): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
${head}
<script>
${buildScript(sizeKb * 1024)}
</script>
</head>
<body>
${body}
</body>
</html>
`

function buildScript(minChars: number): string {
  const lines: string[] = []
  for (let chars = 0; chars < minChars; ) {
    const hash = createHash('sha256').update(String(chars)).digest('base64url')
    const line = `(self.modules=self.modules||[]).push([[${chars}],{"${hash}":function(e,t,n){"use strict"}}]);\n`
    lines.push(line)
    chars += line.length
  }
  return lines.join('')
}
