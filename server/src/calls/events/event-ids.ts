// The ids of events: positions in the log that only the servers can read. A plain row number would reveal to an account
// how much others do, so it is encrypted with a secret that all servers of a database share.
import { createCipheriv, createDecipheriv } from 'node:crypto'

/** A row number of the log, which of its events, and its time by the database's clock. */
export type LogPosition = { number: number; part: number; seconds: number }

/** After all events of a number. */
export const wholePart = 255

export type EventIds = ReturnType<typeof createEventIds>

const cipher = 'aes-128-ecb'
/** The feed of all accounts: no account has this number. */
const operatorFeed = 0
const idForm = /^[\w-]{22}$/

/** `secret` is a UUID. An id is one cipher block, so that equal places have equal ids on every server. */
export function createEventIds(secret: string) {
  const key = Buffer.from(secret.replaceAll('-', ''), 'hex')
  return {
    /** An id in the feed of an account, or of all accounts if it is null. */
    write(accountId: number | null, { number, part, seconds }: LogPosition): string {
      const block = Buffer.alloc(16)
      block.writeUInt32BE(accountId ?? operatorFeed, 0)
      block.writeUInt8(part, 4)
      block.writeUIntBE(Math.floor(seconds), 5, 5)
      block.writeUIntBE(number, 10, 6)
      const encrypt = createCipheriv(cipher, key, null).setAutoPadding(false)
      return encrypt.update(block, undefined, 'base64url') + encrypt.final('base64url')
    },
    /** Null for text that is not an id of this feed. */
    read(accountId: number | null, id: string): LogPosition | null {
      if (!idForm.test(id)) return null
      const decrypt = createDecipheriv(cipher, key, null).setAutoPadding(false)
      const block = Buffer.concat([decrypt.update(id, 'base64url'), decrypt.final()])
      if (block.readUInt32BE(0) !== (accountId ?? operatorFeed)) return null
      return { number: block.readUIntBE(10, 6), part: block.readUInt8(4), seconds: block.readUIntBE(5, 5) }
    },
  }
}

/** Whether `place` comes after `other`. */
export const isAfter = (place: Omit<LogPosition, 'seconds'>, other: Omit<LogPosition, 'seconds'>): boolean =>
  place.number > other.number || (place.number === other.number && place.part > other.part)
