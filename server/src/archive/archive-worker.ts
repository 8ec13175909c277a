// The archive's thread: decodes, compresses and writes one lookup after the other. It runs at the lowest priority: on a
// busy machine the archive drops lookups instead of delaying callers.
import { randomBytes } from 'node:crypto'
import { setPriority } from 'node:os'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { decodeText } from '../upstream/decode-text.ts'
import type { ArchiveCandidate, ArchiveReply, ArchiveSettings, ArchiveTask } from './archive.ts'
import { fieldPrints, longHash } from './field-prints.ts'
import { type ArchiveWriter, createArchiveWriter, type EntryToWrite } from './write-archive.ts'

const niceness = 19

allowLargeDom()
// On other systems this sets the priority of the whole process, not of the thread.
if (process.platform === 'linux') setPriority(niceness)

let writer: ArchiveWriter | undefined

const getWriter = (settings: ArchiveSettings): ArchiveWriter => {
  writer ??= createArchiveWriter({ ...settings, owner: randomBytes(4).toString('hex') })
  return writer
}

export default function archive(task: ArchiveTask): ArchiveReply {
  try {
    const kept = runTask(task)
    return { kept, bytes: writer?.bytes() ?? 0 }
  } catch (error) {
    return { off: error instanceof Error ? error.message : String(error) }
  }
}

function runTask(task: ArchiveTask): boolean {
  if (task.kind === 'add') return getWriter(task.settings).add(toEntry(task.offered))
  getWriter(task.settings).expire()
  return true
}

function toEntry({ body, pages, ...about }: ArchiveCandidate): EntryToWrite {
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
