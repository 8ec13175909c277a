// Makes a part of the world at its first use and keeps it: nothing is generated when a module is loaded.

/** The value of `make()`, made when first asked for. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
