// Faults on demand: a request with `fault-<kind>` anywhere in its address or body makes the sandbox site fail as real
// sites do, so that client developers can test every failure.
import type { ServerResponse } from 'node:http'
import { getBomb } from './bomb.ts'
import { blockPage, errorPage, garbagePage, halfPage } from './fault-pages.ts'

export const faultKinds = [
  'missing',
  'removed',
  'error',
  'blocked',
  'garbage',
  'slow',
  'hang',
  'reset',
  'huge',
  'bomb',
  'redirect-private',
] as const

export type FaultKind = (typeof faultKinds)[number]

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

/** The faults that answer with a page. */
const pages: Partial<Record<FaultKind, () => [status: number, body: string | Buffer]>> = {
  missing: () => [404, errorPage('Page not found', 'The page you are looking for does not exist.')],
  removed: () => [410, errorPage('No longer available', 'This page has been removed by its owner.')],
  error: () => [500, errorPage('Something went wrong', 'Our team has been told. Please try again later.')],
  blocked: () => [200, blockPage()],
  garbage: () => [200, garbagePage()],
}

/** `slow` is handled by the server: it delays a normal answer. */
export async function sendFault(
  kind: Exclude<FaultKind, 'slow'>,
  response: ServerResponse,
  acceptEncoding: string,
): Promise<void> {
  const page = pages[kind]
  if (page) {
    const [status, body] = page()
    response.writeHead(status, { 'content-type': htmlType }).end(body)
    return
  }
  switch (kind) {
    case 'redirect-private':
      response.writeHead(302, { location: redirectTarget }).end()
      return
    case 'hang':
      return
    case 'reset':
      resetHalfway(response)
      return
    case 'huge':
      streamWithoutEnd(response)
      return
    case 'bomb': {
      const { encoding, body } = await getBomb(acceptEncoding)
      response.writeHead(200, { 'content-type': htmlType, 'content-encoding': encoding }).end(body)
    }
  }
}

function resetHalfway(response: ServerResponse): void {
  const half = halfPage()
  response.writeHead(200, { 'content-type': htmlType, 'content-length': 2 * half.length })
  response.write(half, () => response.destroy())
}

/** Writes as fast as the client reads until the connection closes. */
function streamWithoutEnd(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': htmlType })
  const fill = () => {
    // One chunk per turn: a fast reader must not block the event loop.
    if (response.destroyed) return
    if (response.write(huge)) setImmediate(fill)
    else response.once('drain', fill)
  }
  response.once('close', () => response.removeListener('drain', fill))
  fill()
}
