// Finds the one file of a multipart form and streams its bytes.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { isRefusal, malformedBody } from '../../platform/errors.ts'

export type FormFile = { name: string; type: string; chunks: AsyncIterable<Buffer> }

/** Two, so that a second file or a field is noticed and refused. */
const limits = { files: 2, fields: 1, parts: 3, fieldSize: 1024, headerPairs: 20, headerSize: 8192 }

/** Resolves when the file begins. Its chunks end when the whole form has been read. */
export async function openFormFile(source: AsyncIterable<Buffer>, contentType: string): Promise<FormFile> {
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
    return new Busboy({ headers: { 'content-type': contentType }, limits })
  } catch {
    throw malformedBody('the form has no boundary in its content type')
  }
}
