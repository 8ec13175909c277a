// Builds a value at its first use and keeps it: loading a module generates nothing.

export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
