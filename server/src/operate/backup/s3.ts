// Stores files in an S3-compatible bucket, in parts of bounded size. Each request is signed with the hash of its body.
import { hash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { BackupError } from './backup-format.ts'

export type Bucket = { bucket: string; region: string; keyId: string; secret: string }

/** One part is in memory at a time. A file has at most 10,000 parts, so 160 GB. */
const partBytes = 16 * 1024 * 1024
const maxParts = 10_000
const timeoutMs = 120_000
const tries = 3
const pauseMs = 500

type Send = (
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
  name: string,
  query: Record<string, string>,
  body?: Uint8Array,
) => Promise<Response>

export function createBucket({ bucket, region, keyId, secret }: Bucket, size = partBytes) {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: tries - 1,
    initRetryMs: pauseMs,
  })

  const send: Send = async (method, name, query, body) => {
    const url = new URL(`${bucket}/${name}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const response = await client
      .fetch(url.href, {
        method,
        headers: { 'x-amz-content-sha256': hash('sha256', body ?? '') },
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
        ...(body && { body: body as NonNullable<RequestInit['body']> }),
      })
      .catch((error: Error & { cause?: { code?: string } }) => {
        throw new BackupError(`${url.host} does not answer (${error.cause?.code ?? error.name})`, {
          cause: error,
        })
      })
    if (response.ok || (method === 'DELETE' && response.status === 404)) return response
    const code = /<Code>([\w.]{1,60})<\/Code>/.exec(await response.text())?.[1]
    throw new BackupError(
      `${url.host} refused to ${method} ${name}: ${response.status}${code ? ` ${code}` : ''}`,
    )
  }

  return {
    async upload(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
      const bytes = await uploadParts(send, name, cutParts(content, size))
      const { headers } = await send('HEAD', name, {})
      if (Number(headers.get('content-length')) !== bytes)
        throw new BackupError(
          `${name} has ${headers.get('content-length')} bytes in the bucket instead of ${bytes}`,
        )
    },
    async remove(name: string): Promise<void> {
      await send('DELETE', name, {})
    },
  }
}

/** Returns the number of bytes. */
async function uploadParts(send: Send, name: string, parts: AsyncGenerator<Buffer>): Promise<number> {
  const first = await parts.next()
  const second = first.done ? first : await parts.next()
  if (second.done) {
    const body = first.done ? Buffer.alloc(0) : first.value
    await send('PUT', name, {}, body)
    return body.length
  }
  const begun = await (await send('POST', name, { uploads: '' })).text()
  const uploadId = /<UploadId>([^<]{1,1024})<\/UploadId>/.exec(begun)?.[1]
  if (uploadId === undefined) throw new BackupError(`the bucket did not start an upload of ${name}`)
  try {
    const tags: string[] = []
    let bytes = 0
    const sendPart = async (body: Buffer) => {
      if (tags.length >= maxParts) throw new BackupError(`${name} is too large for a bucket`)
      const query = { partNumber: String(tags.length + 1), uploadId }
      tags.push((await send('PUT', name, query, body)).headers.get('etag') ?? '')
      bytes += body.length
    }
    await sendPart(first.value as Buffer)
    await sendPart(second.value)
    for await (const part of parts) await sendPart(part)
    const list = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const end = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`)
    const ended = await (await send('POST', name, { uploadId }, end)).text()
    // An error may follow a status of 200, because the bucket answers before it has joined the parts.
    if (/<Error>/.test(ended)) throw new BackupError(`the bucket could not join the parts of ${name}`)
    return bytes
  } catch (error) {
    await send('DELETE', name, { uploadId }).catch(() => {})
    throw error
  }
}

async function* cutParts(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of content) {
    pieces.push(piece)
    bytes += piece.length
    while (bytes >= size) {
      const all = Buffer.concat(pieces)
      yield all.subarray(0, size)
      pieces = [all.subarray(size)]
      bytes -= size
    }
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}
