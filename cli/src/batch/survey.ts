// A file of inputs before anything is sent: how many there are, and by what to know it again.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Inputs } from './read-lines.ts'

export type Survey = { lines: number; digest: string }

export async function survey(file: string, inputs: Inputs): Promise<Survey> {
  let lines = 0
  for await (const _line of inputs.read()) lines += 1
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return { lines, digest: hash.digest('hex') }
}
