// Any response body of a site ends as a page or as a failure, within the limits on size, encodings and time.
import { randomBytes } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { DomTooLarge } from '@quarry/kit/read/page-budget'
import { describe, expect, test } from 'vitest'
import { countPieceBytes } from '../../src/fetching/fetched-page.ts'
import type { FetchLimits } from '../../src/fetching/limits.ts'
import { catchFailure, site, startSocketSite, startUpstream } from './upstream-sites.ts'

const address = 'https://www.shop.example/'

async function getFrom(handler: RequestListener, limits: Partial<FetchLimits> = {}) {
  const sandboxSocket = await startSocketSite(handler)
  const upstream = startUpstream({ limits })
  return () => upstream.getFor(site({ sandboxSocket }), { accountId: 'a' })(address)
}

const reply = (
  body: Uint8Array | string,
  headers: Record<string, string | string[]> = {},
): RequestListener => {
  return (_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  }
}

const text = 'Crème brûlée '.repeat(500)

describe('encodings', () => {
  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['', Buffer.from(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['gzip, deflate, gzip, deflate, gzip', gzipSync(deflateSync(gzipSync(deflateSync(gzipSync(text)))))],
  ])('%s is decoded', async (encoding, body) => {
    const get = await getFrom(reply(body, encoding ? { 'content-encoding': encoding } : {}))
    expect((await get()).body).toBe(text)
  })

  test.each([
    ['short', 5_000],
    ['long', 900_000],
    ['long even when it is compressed', 900_001],
  ])('a body that is %s is decoded with a length and without one', async (_name, chars) => {
    const noise = chars % 2 === 0 ? '' : randomBytes(200_000).toString('latin1')
    const sent = `${noise}${text.repeat(Math.ceil(chars / text.length))}`
    for (const [encoding, body] of [
      ['gzip', gzipSync(sent)],
      ['deflate', deflateSync(sent)],
      ['deflate', deflateRawSync(sent)],
      ['br', brotliCompressSync(sent)],
    ] as const) {
      let length: string | null = null
      const get = await getFrom((_request, response) => {
        const coding = { 'content-encoding': encoding }
        response.writeHead(200, length === null ? coding : { ...coding, 'content-length': length })
        response.write(body.subarray(0, 20))
        response.end(body.subarray(20))
      })
      expect(Buffer.concat((await get()).pieces).toString() === sent).toBe(true)
      length = String(body.length)
      expect(Buffer.concat((await get()).pieces).toString() === sent).toBe(true)
    }
  })

  test('encodings in several header lines are combined', async () => {
    const get = await getFrom(
      reply(brotliCompressSync(gzipSync(text)), { 'content-encoding': ['gzip', 'br'] }),
    )
    expect((await get()).body).toBe(text)
  })

  test.each([
    ['gzip', Buffer.from('not gzip at all')],
    ['gzip', gzipSync(text).subarray(0, -9)],
    ['br', brotliCompressSync(text).subarray(0, 20)],
    ['compress', Buffer.from('x')],
    ['br, br', brotliCompressSync(brotliCompressSync(text))],
    [Array(20).fill('gzip').join(', '), gzipSync(text)],
    [Array(6).fill('identity').join(', '), Buffer.from(text)],
    ['__proto__', Buffer.from('x')],
  ])('%s that cannot or must not be decoded fails', async (encoding, body) => {
    const get = await getFrom(reply(body, { 'content-encoding': encoding }))
    expect((await catchFailure(get())).reason).toBe('upstream_failed')
  })

  test('an empty body with an encoding is an empty page', async () => {
    const get = await getFrom((_request, response) => {
      response.writeHead(404, { 'content-encoding': 'gzip' }).end()
    })
    expect(await get()).toMatchObject({ status: 404, body: '' })
  })
})

describe('size', () => {
  test.each([
    ['brotli', 'br', brotliCompressSync(Buffer.alloc(3_000_000))],
    ['gzip', 'gzip', gzipSync(Buffer.alloc(3_000_000))],
    ['gzip in gzip', 'gzip, gzip', gzipSync(gzipSync(Buffer.alloc(3_000_000)))],
    ['plain with a length', '', Buffer.alloc(2_000_001)],
  ])('a %s body that decodes beyond the limit fails', async (_name, encoding, body) => {
    const get = await getFrom(reply(body, encoding ? { 'content-encoding': encoding } : {}), {
      bodyBytes: 2_000_000,
    })
    expect(await catchFailure(get())).toMatchObject({
      reason: 'upstream_failed',
      message: expect.stringContaining('page larger than'),
    })
  })

  test('a body of exactly the limit is a page, one byte more is not, also without a length', async () => {
    let size = 2_000_000
    const get = await getFrom(
      (_request, response) => {
        response.write('x')
        response.end(Buffer.alloc(size - 1, 'x'))
      },
      { bodyBytes: 2_000_000 },
    )
    expect(countPieceBytes((await get()).pieces)).toBe(2_000_000)
    size = 2_000_001
    expect((await catchFailure(get())).message).toContain('page larger than')
  })

  test('an endless body stops at the limit', async () => {
    let closed: () => void = () => {}
    const hungUp = new Promise<void>((resolve) => {
      closed = resolve
    })
    const pour = (response: ServerResponse) => {
      while (response.write(Buffer.alloc(65_536)));
    }
    const get = await getFrom(
      (_request, response) => {
        response.on('drain', () => pour(response)).on('close', closed)
        pour(response)
      },
      { bodyBytes: 2_000_000 },
    )
    expect((await catchFailure(get())).message).toContain('larger than')
    await hungUp
  })

  test('gzip members without content cannot continue forever', async () => {
    const empty = Buffer.concat(Array.from({ length: 2_000 }, () => gzipSync('')))
    const pour = (response: ServerResponse) => {
      while (response.write(empty));
    }
    const get = await getFrom(
      (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' })
        response.on('drain', () => pour(response))
        pour(response)
      },
      { bodyBytes: 500_000 },
    )
    expect((await catchFailure(get())).reason).toBe('upstream_failed')
  })

  test('a large page is kept in pieces, and its text is not decoded on the event loop', async () => {
    const get = await getFrom(reply(Buffer.alloc(9_900_000, 'é<p>')))
    const page = await get()
    expect(countPieceBytes(page.pieces)).toBe(9_900_000)
    for (const { length } of page.pieces) expect(length).toBeLessThan(1_500_000)
    expect(() => page.body).toThrow(DomTooLarge)
  })

  test.each([
    ['bytes that are no UTF-8', Buffer.alloc(200_000, 0xe9), 'text/html'],
    ['another encoding', Buffer.alloc(200_000, 'a'), 'text/html; charset=shift_jis'],
  ])('%s: at that length they are not decoded on the event loop', async (_what, body, type) => {
    const page = await (await getFrom(reply(body, { 'content-type': type })))()
    expect(() => page.body).toThrow(DomTooLarge)
    const short = await (await getFrom(reply(body.subarray(0, 50_000), { 'content-type': type })))()
    expect(short.body).toHaveLength(50_000)
  })

  test('large pages are decoded a few at a time, and all arrive', async () => {
    const sandboxSocket = await startSocketSite(
      reply(gzipSync(Buffer.alloc(300_000, 'x')), { 'content-encoding': 'gzip' }),
    )
    const upstream = startUpstream({ limits: { largeBodyBytes: 1_000, largeBodies: 1 } })
    const access = site({ sandboxSocket })
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, n) => upstream.getFor(access, { accountId: `a${n}` })(address)),
    )
    expect(pages.map(({ body }) => body.length)).toEqual(Array(12).fill(300_000))
  })

  test('too many response headers fail', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, n) => [`x-filler-${n}`, 'x'.repeat(20)]),
    )
    const get = await getFrom(reply('page', many))
    expect(await catchFailure(get())).toMatchObject({
      reason: 'upstream_failed',
      message: expect.stringContaining('UND_ERR_HEADERS_OVERFLOW'),
    })
  })
})

describe('time', () => {
  test.each<[string, RequestListener]>([
    ['never answers', () => {}],
    ['sends headers and no body', (_request, response) => response.writeHead(200).flushHeaders()],
    [
      'sends bytes slowly forever',
      (_request, response) => {
        const timer = setInterval(() => response.write('x'), 5)
        response.on('close', () => clearInterval(timer))
      },
    ],
    [
      'sends a compressed body slowly forever',
      (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' })
        const timer = setInterval(() => response.write(gzipSync('x')), 5)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('a site that %s is requested once and times out', async (_name, handler) => {
    let requests = 0
    const get = await getFrom(
      (request, response) => {
        requests += 1
        handler(request, response)
      },
      { tryMs: 3_000 },
    )
    expect((await catchFailure(get())).reason).toBe('upstream_timeout')
    expect(requests).toBe(1)
  })

  test('a large page that waits to be decoded times out too', async () => {
    const sandboxSocket = await startSocketSite((request, response) => {
      response.write(Buffer.alloc(5_000))
      if (request.url === '/short') response.end()
    })
    const upstream = startUpstream({ limits: { tryMs: 5_000, largeBodyBytes: 1_000, largeBodies: 1 } })
    const access = site({ sandboxSocket })
    const get = (path: string) =>
      upstream.getFor(access, { accountId: path })(`https://www.shop.example${path}`)
    const failures = await Promise.all([catchFailure(get('/a')), catchFailure(get('/b'))])
    expect(failures.map(({ reason }) => reason)).toEqual(['upstream_timeout', 'upstream_timeout'])
    expect((await get('/short')).body).toHaveLength(5_000)
  })

  test.each<[string, RequestListener]>([
    ['before its response', (request) => request.socket.destroy()],
    [
      'within its body',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half', () => request.socket.destroy())
      },
    ],
    ['with nonsense', (request) => request.socket.end('nonsense\r\n\r\n')],
  ])('a connection that ends %s fails without a retry', async (_name, handler) => {
    let requests = 0
    const get = await getFrom((request, response) => {
      requests += 1
      handler(request, response)
    })
    expect((await catchFailure(get())).reason).toBe('upstream_failed')
    expect(requests).toBe(1)
  })
})
