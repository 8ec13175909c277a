// Requests that were read and not answered yet: the end of the input is not the end of the work.

export type Pending = {
  asked: (message: Record<string, unknown>) => void
  answered: (message: Record<string, unknown>) => void
  /** When none is left. */
  none: () => Promise<void>
}

export function createPending(): Pending {
  const open = new Set<unknown>()
  let isAwaited: (() => void) | null = null
  const drop = (id: unknown) => {
    open.delete(id)
    if (open.size === 0) isAwaited?.()
  }
  return {
    asked({ id, method, params }) {
      if (id !== undefined && typeof method === 'string') open.add(id)
      // Who takes a request back gets no answer to it.
      else if (method === 'notifications/cancelled')
        drop((params as { requestId?: unknown } | undefined)?.requestId)
    },
    answered({ id }) {
      if (id !== undefined) drop(id)
    },
    none: () =>
      new Promise((resolve) => {
        if (open.size === 0) resolve()
        else isAwaited = resolve
      }),
  }
}
