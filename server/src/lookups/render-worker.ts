// Worker thread of render-record: cuts and formats one large record.
import { getPriority, setPriority } from 'node:os'
import { move } from 'piscina'
import { formatRecord } from './record-view.ts'
import type { RenderTask } from './render-record.ts'

/** Requests go first on a busy machine. */
const niceness = 5

// On other systems this sets the priority of the whole process, not of the thread.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + niceness, 19))

export default function render({ body, view }: RenderTask) {
  return move(new TextEncoder().encode(formatRecord(Buffer.from(body).toString(), view)))
}
