// Equal work in flight is done once: whoever asks for the same key while it runs gets the same promise. Nothing is
// kept afterwards, neither results nor failures, so memory is bounded by what is running.

export type SingleFlight<T> = (key: string, work: () => Promise<T>) => Promise<T>

export function singleFlight<T>(): SingleFlight<T> {
  const flying = new Map<string, Promise<T>>()
  return (key, work) => {
    const running = flying.get(key)
    if (running) return running
    const started = Promise.resolve()
      .then(work)
      .finally(() => flying.delete(key))
    flying.set(key, started)
    return started
  }
}
