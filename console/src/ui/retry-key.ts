// An idempotency key for a form whose request must not take effect twice: sent again after an error with the same
// values, it has the same key; other values, or a new request after a success, have another one.
import { useRef } from 'react'

export function useRetryKey() {
  const sent = useRef<{ values: string; key: string } | null>(null)
  return {
    keyFor(body: object): string {
      const values = JSON.stringify(body)
      if (sent.current?.values !== values) sent.current = { values, key: createKey() }
      return sent.current.key
    },
    forget() {
      sent.current = null
    },
  }
}

/** `randomUUID` is missing on pages without https. */
const createKey = (): string => `console-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`
