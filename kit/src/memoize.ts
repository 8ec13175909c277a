// Caches the result of a function per argument object, for as long as that object is alive.

/** Returns a function that computes the result for each object only once. A result of undefined is not cached. */
export function memoize<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, V>()
  return (key) => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const value = make(key)
    cache.set(key, value)
    return value
  }
}
