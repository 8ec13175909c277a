// Generates UUIDv7 ids for requests and jobs. They start with their creation time, so that a row can be found by id and
// time without a separate index.
import { randomFillSync } from 'node:crypto'

const maxCount = 0xfff
/** If the clock steps back by less than this, ids continue from the last timestamp; beyond it they follow the clock. */
const maxBackMs = 1_000

export function createUuidV7(nowMs: () => number): () => string {
  const tail = createTails()
  let ms = 0
  let count = 0
  let prefix = { ms: -1, text: '' }
  return () => {
    const now = nowMs()
    if (now > ms || now < ms - maxBackMs) {
      ms = now
      count = 0
    } else if (count < maxCount) count += 1
    else {
      // The counter of this millisecond overflowed: use the next millisecond.
      ms += 1
      count = 0
    }
    if (ms !== prefix.ms) {
      const time = ms.toString(16).padStart(12, '0')
      prefix = { ms, text: `${time.slice(0, 8)}-${time.slice(8)}-7` }
    }
    return `${prefix.text}${count.toString(16).padStart(3, '0')}-${tail()}`
  }
}

const tailBytes = 8

/** Generates the last two groups, 62 random bits. Fetches random bytes in bulk, because each call is expensive. */
function createTails(): () => string {
  const bytes = Buffer.alloc(tailBytes * 256)
  let next = bytes.length
  return () => {
    if (next === bytes.length) {
      randomFillSync(bytes)
      next = 0
    }
    const variant = 0x80 | ((bytes[next] as number) & 0x3f)
    bytes[next] = variant
    const hex = bytes.toString('hex', next, next + tailBytes)
    next += tailBytes
    return `${hex.slice(0, 4)}-${hex.slice(4)}`
  }
}

/** Increasing within this process. */
export const uuidV7 = createUuidV7(Date.now)
