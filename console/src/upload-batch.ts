// Uploads the lines of a batch with the progress of the upload, which `fetch` does not report.

export type UploadOptions = {
  endpoint: string
  text: string
  skipsBadLines: boolean
  onProgress: (share: number) => void
}

/** Writes one JSON object per line, each on the line that it has in the file, so that errors name that line. */
export function writeLines(inputs: readonly { line: number; input: object }[]): string {
  let next = 1
  return inputs
    .map(({ line, input }) => {
      const blank = '\n'.repeat(Math.max(0, line - next))
      next = Math.max(line, next) + 1
      return `${blank}${JSON.stringify(input)}\n`
    })
    .join('')
}

/** The id of the batch. Rejects with an error like those of the SDK. */
export function uploadBatch({ endpoint, text, skipsBadLines, onProgress }: UploadOptions): Promise<string> {
  const query = new URLSearchParams({ endpoint, on_error: skipsBadLines ? 'skip' : 'fail' })
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/v2/batches?${query}`)
    request.setRequestHeader('content-type', 'application/x-ndjson')
    request.setRequestHeader('x-quarry-console', '1')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(toError(request, null, 'the connection was lost'))
    request.onload = () => {
      const answer = parseAnswer(request.responseText)
      if (request.status === 202 && typeof answer.batch_id === 'string') resolve(answer.batch_id)
      else reject(toError(request, request.status, String(answer.error ?? `status ${request.status}`)))
    }
    request.send(text)
  })
}

function parseAnswer(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

const toError = (request: XMLHttpRequest, status: number | null, message: string): Error =>
  Object.assign(new Error(message), {
    status,
    reason: request.getResponseHeader('x-error-reason'),
    requestId: request.getResponseHeader('x-request-id'),
  })
