// Computes a value at the first call only.
export function once<T>(read: () => T): () => T {
  let result: { value: T } | undefined
  return () => {
    result ??= { value: read() }
    return result.value
  }
}
