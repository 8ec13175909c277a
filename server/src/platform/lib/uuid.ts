// Generates UUIDv7 ids for requests and jobs. They start with their creation time, so that inserts append to an index of
// ids.
import { randomUUID } from 'node:crypto'

const maxCount = 0xfff
/** If the clock steps back by less than this, ids continue from the last timestamp; beyond it they follow the clock. */
const maxBackMs = 1_000

export function createUuidV7(nowMs: () => number): () => string {
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
    // The last two groups of version 4 are the same: the variant and 62 random bits, which Node.js fetches in bulk.
    return `${prefix.text}${count.toString(16).padStart(3, '0')}-${randomUUID().slice(tailStart)}`
  }
}

/** Where the last two groups start. */
const tailStart = 19

/** Increasing within this process. */
export const uuidV7 = createUuidV7(Date.now)
