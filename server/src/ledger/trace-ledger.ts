// Wraps holds, settlements and log rows in spans. Loaded only if tracing is configured.
import type { Tracer } from '../platform/traces/tracer.ts'
import type { Credits } from './credits.ts'
import type { RequestLog } from './log/request-log.ts'

type Traced = { credits: Credits; requestLog: RequestLog }

export function traceLedger(tracer: Tracer, { credits, requestLog }: Traced): Traced {
  const run = <T>(name: 'hold' | 'settle', amount: number, work: () => Promise<T>) =>
    tracer.run(name, { attributes: { 'quarry.credits': amount } }, work)
  return {
    credits: {
      ...credits,
      hold: (request) => run('hold', request.credits, () => credits.hold(request)),
      settle: (hold, end, alongside) =>
        run('settle', end.credits, () => credits.settle(hold, end, alongside)),
      charge: (log, amount) => run('settle', amount, () => credits.charge(log, amount)),
    },
    requestLog: { ...requestLog, record: (log) => run('settle', 0, () => requestLog.record(log)) },
  }
}
