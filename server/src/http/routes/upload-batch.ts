// Creates a batch from a file: CSV, NDJSON, or the one file of a form. Everything that can be refused without the file
// is refused before it is read.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { invalidParameter } from '@quarry/kit/errors'
import { assertPermitted, type Caller } from '../../accounts/caller.ts'
import type { FileFormat } from '../../calls/batches/read-file-lines.ts'
import type { StageOutcome } from '../../calls/batches/stage-lines.ts'
import type { Uploads } from '../../calls/batches/uploads.ts'
import type { BodyLimits, CallRequest } from '../../calls/call-request.ts'
import {
  hashRequest,
  type Idempotency,
  readIdempotency,
  type StoredResponse,
} from '../../calls/idempotency.ts'
import { buildStoredJson } from '../../calls/responses.ts'
import { readQueryParameters, splitQuery } from '../../lookups/read-query.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import { isRefusal, malformedBody } from '../../platform/errors.ts'
import type { RouteReply } from '../../platform/route-data.ts'
import { findConfigured } from './read-route-input.ts'
import { toReplay, toReply } from './shared-schemas.ts'

export type UploadBatchDeps = {
  endpoints: readonly ConfiguredEndpoint[]
  uploads: Uploads
  idempotency: Idempotency
}

type FileType = FileFormat | 'form'

const fileTypes: Readonly<Record<string, FileType>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'multipart/form-data': 'form',
}

/** Null for any other content type. */
export function findFileType(contentType: string | undefined): FileType | null {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return Object.hasOwn(fileTypes, type) ? (fileTypes[type] ?? null) : null
}

export async function uploadBatch(
  { endpoints, uploads, idempotency }: UploadBatchDeps,
  caller: Caller,
  request: CallRequest,
  type: FileType,
): Promise<RouteReply> {
  const { id } = request
  const { accountId, keyId } = caller
  const query = readQueryParameters(splitQuery(request.rawQuery))
  const configured = findConfigured(endpoints, query.get('endpoint'))
  assertPermitted(caller, configured.endpoint.path, request.address)
  const webhook = readWebhook(query.get('webhook'))
  const skipsBadLines = readOnError(query.get('on_error'))
  const key = readIdempotency(request)
  const buildResponse = ({ total, skipped, skippedLines }: StageOutcome) =>
    buildAcceptedResponse(id, total, skipsBadLines ? { skipped, skipped_lines: skippedLines } : {})

  const result = await uploads.create({
    id,
    accountId,
    keyId,
    configured,
    webhook,
    skipsBadLines,
    open: (limits) => openFile(request, accountId, type, limits),
    createTakeKey(digest, outcome) {
      if (key === null) return undefined
      const parameters = {
        endpoint: configured.endpoint.path,
        webhook,
        skipsBadLines,
        digest: digest.toString('hex'),
      }
      const fingerprint = hashRequest('/v2/batches', parameters)
      const marker = { ...key, accountId, fingerprint, requestId: id }
      return (client) => idempotency.take(client, marker, buildResponse(outcome))
    },
  })
  return result.stored ? toReplay(result.stored) : toReply(buildResponse(result.outcome))
}

function readOnError(value: string | undefined): boolean {
  if (value === undefined || value === 'fail') return false
  if (value === 'skip') return true
  throw invalidParameter('on_error', 'must be fail or skip')
}

async function openFile(request: CallRequest, accountId: number, type: FileType, limits: BodyLimits) {
  const { contentType = '', openBody } = request
  if (!openBody) throw malformedBody('the file is missing')
  const body = openBody(accountId, limits)
  if (type !== 'form') return { format: type, chunks: body }
  const file = await openFormFile(body, contentType)
  return { format: findFormat(file), chunks: file.chunks }
}

/** Browsers and systems name the type of a CSV file differently, so its name counts too. */
function findFormat({ name, type }: { name: string; type: string }): FileFormat {
  const format = findFileType(type)
  if (format === 'csv' || format === 'ndjson') return format
  if (/\.csv$/i.test(name)) return 'csv'
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return 'ndjson'
  throw malformedBody(
    'the file of the form must be text/csv or application/x-ndjson, by its type or its name',
  )
}

/** The response to a new batch, which is stored under an Idempotency-Key. */
export const buildAcceptedResponse = (id: string, total: number, more: object = {}): StoredResponse =>
  buildStoredJson(202, {
    batch_id: id,
    status: 'running',
    total,
    url: `/v2/batches/${id}`,
    results_url: `/v2/batches/${id}/results`,
    ...more,
  })

export function readWebhook(webhook: unknown): string | null {
  if (webhook === undefined || webhook === null) return null
  if (typeof webhook !== 'string' || webhook.length > 2048)
    throw invalidParameter('webhook', 'must be a string of 1 to 2048 characters')
  return webhook
}

type FormFile = { name: string; type: string; chunks: AsyncIterable<Buffer> }

/** Two files and one field, so that a second file or any field is noticed and refused. */
const formLimits = { files: 2, fields: 1, parts: 3, fieldSize: 1024, headerPairs: 20, headerSize: 8192 }

/** Finds the one file of a multipart form. Resolves when the file begins; its chunks end when the whole form has been read. */
async function openFormFile(source: AsyncIterable<Buffer>, contentType: string): Promise<FormFile> {
  const form = createForm(contentType)
  const stopper = new AbortController()
  let file: BusboyFileStream | undefined
  let refuse: (error: unknown) => void = () => {}
  const opened = new Promise<FormFile>((resolve, reject) => {
    refuse = (error) => {
      const refusal = isRefusal(error) ? error : malformedBody('the form cannot be read')
      file?.destroy(refusal)
      stopper.abort(refusal)
      reject(refusal)
    }
    form.on('file', (_field, stream, name, _encoding, type) => {
      stream.on('error', () => {})
      if (file) return refuse(malformedBody('the form has more than one file'))
      file = stream
      resolve({ name: name ?? '', type, chunks: readFile(stream) })
    })
  })
  form.on('field', () =>
    refuse(malformedBody('the form may have a file only; send the parameters in the query')),
  )
  const formEnd = pipeline(Readable.from(source), form, { signal: stopper.signal }).then(
    () => file ?? refuse(malformedBody('the form has no file')),
    refuse,
  )
  async function* readFile(stream: BusboyFileStream): AsyncGenerator<Buffer, void, undefined> {
    try {
      yield* stream as AsyncIterable<Buffer>
      await formEnd
      if (stopper.signal.aborted) throw stopper.signal.reason
    } finally {
      // Ends the source too when the reader stops early.
      stopper.abort(malformedBody('the form was not read to its end'))
    }
  }
  return opened
}

function createForm(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: formLimits })
  } catch {
    throw malformedBody('the form has no boundary in its content type')
  }
}
