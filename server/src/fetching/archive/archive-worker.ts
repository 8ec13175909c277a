// The archive's thread: decodes, compresses and writes one lookup after the other. It runs at the lowest priority: on a
// busy machine the archive drops lookups instead of delaying callers.
import { randomBytes } from 'node:crypto'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { lowerPriority } from '../../platform/lib/worker-threads.ts'
import { decodeText } from '../fetched-page.ts'
import type { ArchiveCandidate, ArchiveReply, ArchiveTask } from './archive.ts'
import { fieldPrints, longHash } from './entry.ts'
import { type ArchiveWriter, createArchiveWriter, type EntryToWrite } from './write-archive.ts'

allowLargeDom()
lowerPriority()

let writer: ArchiveWriter | undefined

export default function archive({ settings, candidate }: ArchiveTask): ArchiveReply {
  try {
    writer ??= createArchiveWriter({ ...settings, owner: randomBytes(4).toString('hex') })
    if (candidate === null) writer.expire()
    const kept = candidate === null || writer.add(toEntry(candidate))
    return { kept, bytes: writer.bytes() }
  } catch (error) {
    return { off: error instanceof Error ? error.message : String(error) }
  }
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
