// Deduplicates concurrent work: calls with the same key share one promise while it is pending. Results and failures are
// not cached, so memory is bounded by the pending work.

export function singleFlight<T>() {
  const pending = new Map<string, Promise<T>>()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const running = pending.get(key)
    if (running) return running
    const started = Promise.resolve()
      .then(work)
      .finally(() => pending.delete(key))
    pending.set(key, started)
    return started
  }
}
