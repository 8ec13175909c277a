// Creates a batch from a file: CSV, NDJSON, or the one file of a form. Everything that can be refused without the file
// is refused before it is read.
import { invalidParameter } from '@quarry/kit/errors'
import { assertPermitted, type Caller } from '../../accounts/caller.ts'
import type { FileFormat } from '../../calls/batches/read-file-lines.ts'
import type { StageOutcome } from '../../calls/batches/stage-lines.ts'
import type { Uploads } from '../../calls/batches/uploads.ts'
import type { BodyLimits, CallRequest } from '../../calls/call-request.ts'
import { hashRequest, type Idempotency, readIdempotency } from '../../calls/idempotency.ts'
import { readQueryParameters, splitQuery } from '../../lookups/read-query.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import { malformedBody } from '../../platform/errors.ts'
import type { RouteReply } from '../../platform/route-data.ts'
import { buildAcceptedAnswer, findConfigured, readWebhook, toReplay, toReply } from './accept-batch.ts'
import { openFormFile } from './read-form-file.ts'

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
  const buildAnswer = ({ total, skipped, skippedLines }: StageOutcome) =>
    buildAcceptedAnswer(id, total, skipsBadLines ? { skipped, skipped_lines: skippedLines } : {})

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
      return (client) => idempotency.take(client, marker, buildAnswer(outcome))
    },
  })
  return result.stored ? toReplay(result.stored) : toReply(buildAnswer(result.outcome))
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
