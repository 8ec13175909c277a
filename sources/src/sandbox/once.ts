// Builds a value at its first use and keeps it: loading a module generates nothing.

export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}
