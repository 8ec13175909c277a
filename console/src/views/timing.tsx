// The duration of a call and, for a job, its time in the queue.
import type { Schemas } from '@quarry/sdk'
import { milliseconds, t } from '../text.ts'

export function Timing({ receipt: { timings, calls } }: { receipt: Schemas['Receipt'] }) {
  const { received, at, ms } = timings
  if (received === null || at === null || ms === null) return null
  const wholeMs = Math.max(ms, Date.parse(at) - Date.parse(received), 1)
  const waitedMs = calls.some(({ job_id: job }) => job !== null) ? wholeMs - ms : 0
  const parts = [
    { name: t('waiting'), ms: waitedMs, colour: 'bg-edge' },
    { name: t('processing'), ms, colour: 'bg-accent' },
  ].filter((part) => part.ms > 0)
  const sum = parts.reduce((all, part) => all + part.ms, 0)
  if (sum === 0) return null
  return (
    <div className="mb-4">
      <div aria-hidden="true" className="flex h-2 overflow-hidden rounded">
        {parts.map(({ name, ms: long, colour }) => (
          <span key={name} className={colour} style={{ width: `${(long / sum) * 100}%` }} />
        ))}
      </div>
      <p className="numbers quiet mt-1.5 flex flex-wrap gap-x-4 text-[0.82rem]">
        {parts.map(({ name, ms: long, colour }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className={`inline-block size-2 rounded-full ${colour}`} />
            {name} {milliseconds(long)}
          </span>
        ))}
      </p>
    </div>
  )
}
