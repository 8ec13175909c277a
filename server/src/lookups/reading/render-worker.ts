// Worker thread of render-record: selects fields of one large record and formats it.
import { move } from 'piscina'
import { lowerPriority } from '../../platform/lib/worker-threads.ts'
import { formatRecord } from './record-view.ts'
import type { RenderTask } from './render-record.ts'

lowerPriority(5)

export default function render({ body, view }: RenderTask) {
  return move(new TextEncoder().encode(formatRecord(Buffer.from(body).toString(), view)))
}
