// A record as stored in Redis: its provenance as JSON, then its bytes.
import { tryOrNull } from '../../platform/lib/try-or-null.ts'
import type { Provenance } from '../provenance.ts'

export type EntryHead = { at: number; from: Provenance }

/** Larger records are not shared: they would delay other commands on the one connection. */
export const maxSharedBytes = 1024 * 1024

export function writeEntry(head: EntryHead, body: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([length, json, body])
}

/** Null for an entry that another version wrote in another format. */
export const readEntry = (entry: Buffer) =>
  tryOrNull(() => {
    const end = 4 + entry.readUInt32BE(0)
    const { at, from } = JSON.parse(entry.toString('utf8', 4, end)) as EntryHead
    const isEntry = typeof at === 'number' && typeof from?.provider === 'string'
    return isEntry ? { at, from, body: entry.subarray(end) } : null
  })
