// Builds a value at its first use and caches it, so that loading a module generates nothing.

export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}
