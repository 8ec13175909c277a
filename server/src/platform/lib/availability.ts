// Whether a dependency, such as the database or Redis, can be used. Reports each change once.
import { EventEmitter } from 'node:events'

export type Availability = ReturnType<typeof createAvailability>

export function createAvailability(isUpAtFirst: boolean) {
  const events = new EventEmitter<{ lost: [error: unknown]; back: [] }>()
  let isUp = isUpAtFirst
  return {
    isUp: () => isUp,
    onLost: (listener: (error: unknown) => void) => void events.on('lost', listener),
    /** Returns what ends the reports. */
    report(onLost: (error: unknown) => void, onBack: () => void): () => void {
      events.on('lost', onLost).on('back', onBack)
      return () => void events.off('lost', onLost).off('back', onBack)
    },
    lose(error: unknown): void {
      if (!isUp) return
      isUp = false
      events.emit('lost', error)
    },
    recover(): void {
      if (isUp) return
      isUp = true
      events.emit('back')
    },
  }
}
