// A gate for the sandbox's slow responses: while it is closed they wait, so that a call stays in flight exactly as
// long as the test needs.

export type Gate = {
  /** Resolves at once while the gate is open, otherwise when it is opened. */
  wait: () => Promise<void>
  open: () => void
  close: () => void
}

export function createGate(): Gate {
  const waiters = new Set<() => void>()
  let isOpen = true
  return {
    wait: () => (isOpen ? Promise.resolve() : new Promise((resolve) => waiters.add(resolve))),
    open() {
      isOpen = true
      for (const release of waiters) release()
      waiters.clear()
    },
    close() {
      isOpen = false
    },
  }
}
