// Wraps holds and settlements in spans. Loaded only if tracing is configured.
import type { Tracer } from '../platform/traces/tracer.ts'
import type { Credits } from './credits.ts'

export function traceCredits(tracer: Tracer, credits: Credits): Credits {
  const run = <T>(name: 'hold' | 'settle', amount: number, work: () => Promise<T>) =>
    tracer.run(name, { attributes: { 'quarry.credits': amount } }, work)
  return {
    ...credits,
    hold: (request) => run('hold', request.credits, () => credits.hold(request)),
    settle: (hold, end, alongside) => run('settle', end.credits, () => credits.settle(hold, end, alongside)),
    charge: (log, amount) => run('settle', amount, () => credits.charge(log, amount)),
    record: (log) => run('settle', 0, () => credits.record(log)),
  }
}
