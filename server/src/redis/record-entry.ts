// A record as it lies in Redis: its bytes as they are sent, with where they come from in front.
import type { Provenance } from '../lookups/provenance.ts'

export type EntryHead = { at: number; from: Provenance }

/** Larger ones are found anew: they would hold up what waits behind them on the one connection. */
export const maxSharedBytes = 1024 * 1024

export function writeEntry(head: EntryHead, body: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([length, json, body])
}

/** Null for what another version wrote in another form. */
export function readEntry(entry: Buffer): (EntryHead & { body: Buffer }) | null {
  try {
    const end = 4 + entry.readUInt32BE(0)
    const { at, from } = JSON.parse(entry.toString('utf8', 4, end)) as EntryHead
    return typeof at === 'number' && typeof from?.provider === 'string'
      ? { at, from, body: entry.subarray(end) }
      : null
  } catch {
    return null
  }
}
