// The archive's thread: turns what it is offered into text, compresses and writes it, one lookup after the other. It
// runs at the lowest priority, so that on a busy machine the archive misses lookups rather than that callers wait.
import { randomBytes } from 'node:crypto'
import { setPriority } from 'node:os'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { decodeText } from '../upstream/decode-text.ts'
import type { ArchiveReply, ArchiveSettings, ArchiveTask, Offered } from './archive.ts'
import { fieldPrints, longHash } from './field-prints.ts'
import { type ArchiveWriter, createArchiveWriter, type EntryToWrite } from './write-archive.ts'

const niceness = 19

allowLargeDom()
// Elsewhere this is the priority of the whole process, not of the thread.
if (process.platform === 'linux') setPriority(niceness)

let writer: ArchiveWriter | undefined

const writerFor = (settings: ArchiveSettings): ArchiveWriter => {
  writer ??= createArchiveWriter({ ...settings, owner: randomBytes(4).toString('hex') })
  return writer
}

export default function archive(task: ArchiveTask): ArchiveReply {
  try {
    const kept = done(task)
    return { kept, bytes: writer?.bytes() ?? 0 }
  } catch (error) {
    return { off: error instanceof Error ? error.message : String(error) }
  }
}

function done(task: ArchiveTask): boolean {
  if (task.kind === 'add') return writerFor(task.settings).add(entryOf(task.offered))
  writerFor(task.settings).expire()
  return true
}

function entryOf({ body, pages, ...about }: Offered): EntryToWrite {
  return {
    ...about,
    record: longHash(body),
    fields: fieldPrints(JSON.parse(Buffer.from(body).toString())),
    pages: pages.map(({ pieces, ...page }) => ({
      ...page,
      text: decodeText(Buffer.concat(pieces), page.head.contentType),
    })),
  }
}
