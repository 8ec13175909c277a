// A small S3-compatible server: checks the signature of each request, and stores objects in memory, whole or in parts.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type S3Server = {
  origin: string
  objects: Map<string, Buffer>
  /** Open multipart uploads. */
  uploads: Map<string, Map<number, Buffer>>
  requests: string[]
  /** Responds to each request with this status while it is set. */
  failWith: (status: number | null) => void
  close: () => Promise<void>
}

export const keys = { keyId: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG' }

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const sign = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Checks the AWS version 4 signature of the request as it arrived. */
function isSigned(request: IncomingMessage, body: Buffer, secret: string): boolean {
  const { authorization = '' } = request.headers
  const found =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
      authorization,
    )
  if (found === null || request.headers['x-amz-content-sha256'] !== hash(body)) return false
  const [, keyId, day = '', region = '', names = '', signature = ''] = found
  if (keyId !== keys.keyId) return false
  const url = new URL(request.url ?? '', 'http://localhost')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query, headers.join(''), names, hash(body)].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hash(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${secret}`)
  return timingSafeEqual(Buffer.from(signature, 'hex'), sign(key, text))
}

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const requests: string[] = []
  let failure: number | null = null

  function respond(
    request: IncomingMessage,
    body: Buffer,
  ): { status: number; text?: string; headers?: object } {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    const parts = uploads.get(query.get('uploadId') ?? '')
    const refuse = (status: number, code: string) => ({ status, text: `<Error><Code>${code}</Code></Error>` })
    if (failure !== null) return refuse(failure, 'SlowDown')
    if (!isSigned(request, body, keys.secret)) return refuse(403, 'SignatureDoesNotMatch')
    if (query.has('uploadId') && parts === undefined) return refuse(404, 'NoSuchUpload')
    if (request.method === 'POST' && query.has('uploads')) {
      const id = `upload-${uploads.size + 1}/+=`
      uploads.set(id, new Map())
      return {
        status: 200,
        text: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      }
    }
    if (request.method === 'PUT' && parts) {
      parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: `"${hash(body)}"` } }
    }
    if (request.method === 'POST' && parts) {
      const tags = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"?(\w+)"?<\/ETag>/g)]
      const bodies = tags.map(([, number, tag]) => {
        const part = parts.get(Number(number))
        return part && hash(part) === tag ? part : null
      })
      if (bodies.includes(null)) return refuse(400, 'InvalidPart')
      objects.set(pathname, Buffer.concat(bodies as Buffer[]))
      uploads.delete(query.get('uploadId') ?? '')
      return { status: 200, text: '<CompleteMultipartUploadResult/>' }
    }
    if (request.method === 'PUT') objects.set(pathname, body)
    if (request.method === 'DELETE') {
      if (parts) uploads.delete(query.get('uploadId') ?? '')
      else objects.delete(pathname)
      return { status: 204 }
    }
    if (request.method !== 'HEAD') return { status: 200 }
    const size = objects.get(pathname)?.length
    return size === undefined ? { status: 404 } : { status: 200, headers: { 'content-length': size } }
  }

  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const { status, text = '', headers = {} } = respond(request, await buffer(request))
    response.writeHead(status, headers as Record<string, string>)
    response.end(request.method === 'HEAD' ? undefined : text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    requests,
    failWith(status) {
      failure = status
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
