// The ids of requests and jobs: UUIDs of version 7, which begin with the time they were made at, so that a row is
// found by its id and time without an index of its own.
import { randomFillSync } from 'node:crypto'

const maxCount = 0xfff
/** A clock that is set back by more is believed; by less, ids go on from where they were. */
const maxBackMs = 1_000

export function createUuidV7(nowMs: () => number): () => string {
  const tail = randomTails()
  let ms = 0
  let count = 0
  let written = { ms: -1, text: '' }
  return () => {
    const now = nowMs()
    if (now > ms || now < ms - maxBackMs) {
      ms = now
      count = 0
    } else if (count < maxCount) count += 1
    else {
      // More than a millisecond has numbers: the next one's are taken.
      ms += 1
      count = 0
    }
    if (ms !== written.ms) {
      const time = ms.toString(16).padStart(12, '0')
      written = { ms, text: `${time.slice(0, 8)}-${time.slice(8)}-7` }
    }
    return `${written.text}${count.toString(16).padStart(3, '0')}-${tail()}`
  }
}

const tailBytes = 8

/** The last two groups, 62 random bits. The bytes are made many at once: to ask for them costs more than the rest. */
function randomTails(): () => string {
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

/** Each is greater than the one before, in this process. */
export const uuidV7 = createUuidV7(Date.now)
