// The ids of events: where in the log a reader is, to be read by our servers alone. A running number in the open would
// tell an account how much the others do, so it is encrypted, under a secret that all servers of a database share.
import { createCipheriv, createDecipheriv } from 'node:crypto'

/** A number of the log, and which of the events that came of it; `seconds` is when it was, by the database's clock. */
export type Place = { number: number; part: number; seconds: number }

/** Behind every event of its number. */
export const wholePart = 255

export type EventIds = {
  /** `feed` is whose events they are: an account's, or those of all. */
  write: (feed: number, place: Place) => string
  /** Null for what is no id of this feed. */
  read: (feed: number, id: string) => Place | null
}

const cipher = 'aes-128-ecb'
const idForm = /^[\w-]{22}$/

/** `secret` is a UUID. Each id is one block, so that equal places have equal ids on every server. */
export function createEventIds(secret: string): EventIds {
  const key = Buffer.from(secret.replaceAll('-', ''), 'hex')
  return {
    write(feed, { number, part, seconds }) {
      const block = Buffer.alloc(16)
      block.writeUInt32BE(feed, 0)
      block.writeUInt8(part, 4)
      block.writeUIntBE(Math.floor(seconds), 5, 5)
      block.writeUIntBE(number, 10, 6)
      const encrypt = createCipheriv(cipher, key, null).setAutoPadding(false)
      return encrypt.update(block, undefined, 'base64url') + encrypt.final('base64url')
    },
    read(feed, id) {
      if (!idForm.test(id)) return null
      const decrypt = createDecipheriv(cipher, key, null).setAutoPadding(false)
      const block = Buffer.concat([decrypt.update(id, 'base64url'), decrypt.final()])
      if (block.readUInt32BE(0) !== feed) return null
      return { number: block.readUIntBE(10, 6), part: block.readUInt8(4), seconds: block.readUIntBE(5, 5) }
    },
  }
}

/** Whether the event at `place` is behind `other`. */
export const isBehind = (place: Omit<Place, 'seconds'>, other: Omit<Place, 'seconds'>): boolean =>
  place.number > other.number || (place.number === other.number && place.part > other.part)
