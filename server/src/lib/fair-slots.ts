// A number of places that accounts share: none holds more than its part of them, and the line before them goes round the
// accounts, so that one's bulk work never starves another's. Work that calls of several accounts wait for stands in
// the line of each and starts at whichever turn comes first.

/** The accounts that wait for one piece of work; some may join or leave while it waits. */
export type WaitingAccounts = {
  accounts: () => Iterable<string>
  /** Told of an account whose first call joined or whose last one left. Returns what ends the telling. */
  watch: (told: (accountId: string, isThere: boolean) => void) => () => void
}

/** The account in whose event-loop turns shared work runs. */
export const chooseTurnOwner = (party: WaitingAccounts): number => Number([...party.accounts()][0] ?? 0)

/** A slot, counted for one of the waiting accounts. */
export type Slot = { accountId: string; release: () => void }

export type Claim = {
  party: WaitingAccounts
  places: number
  /** How many of them one account may hold; half, unless it says otherwise. */
  mostOfOne?: number
  /** Ends the waiting, with its reason. */
  signal?: AbortSignal | undefined
}

export type FairSlots = {
  /** A place, now or in turn; undefined where the line is full. */
  take: (claim: Claim) => Promise<Slot | undefined>
  stats: () => { queued: number; active: number }
  /** Fails everything that waits. */
  close: (error: Error) => void
}

type Bounds = Pick<Claim, 'places' | 'mostOfOne'>
type Waiter = { bounds: Bounds; start: (accountId: string) => void; fail: (reason: unknown) => void }

export const toWaitingAccount = (accountId: string): WaitingAccounts => ({
  accounts: () => [accountId],
  watch: () => () => {},
})

/** `maxQueued` pieces of work may wait, those of one account in half of that. */
export function createFairSlots(maxQueued: number): FairSlots {
  const held = new Map<string, number>()
  const lines = new Map<string, Set<Waiter>>()
  const waiting = new Set<Waiter>()
  let active = 0

  const mayStart = (accountId: string, { places, mostOfOne = Math.floor(places / 2) }: Bounds) =>
    active < places && (held.get(accountId) ?? 0) < Math.max(1, mostOfOne)

  const placeFor = (accountId: string): Slot => {
    active += 1
    held.set(accountId, (held.get(accountId) ?? 0) + 1)
    let isHeld = true
    const release = () => {
      if (!isHeld) return
      isHeld = false
      active -= 1
      const left = (held.get(accountId) ?? 1) - 1
      if (left === 0) held.delete(accountId)
      else held.set(accountId, left)
      startNext()
    }
    return { accountId, release }
  }

  const standInLine = (accountId: string, waiter: Waiter): boolean => {
    const line = lines.get(accountId) ?? new Set()
    if (line.size >= Math.ceil(maxQueued / 2)) return false
    lines.set(accountId, line.add(waiter))
    return true
  }
  const leaveLine = (accountId: string, waiter: Waiter) => {
    const line = lines.get(accountId)
    if (line?.delete(waiter) && line.size === 0) lines.delete(accountId)
  }

  const startNext = () => {
    for (const [accountId, line] of lines) {
      const [waiter] = line
      if (!waiter || !mayStart(accountId, waiter.bounds)) continue
      // To the back of the round, so that every account gets its turn.
      lines.delete(accountId)
      lines.set(accountId, line)
      waiter.start(accountId)
      return
    }
  }

  const wait = ({ party, signal, ...bounds }: Claim): Promise<Slot> | undefined => {
    let settle: (place: Slot) => void = () => {}
    let giveUp: (reason: unknown) => void = () => {}
    const end = () => {
      waiting.delete(waiter)
      unwatch()
      signal?.removeEventListener('abort', cancel)
      for (const accountId of stands) leaveLine(accountId, waiter)
    }
    const waiter: Waiter = {
      bounds,
      start(accountId) {
        end()
        settle(placeFor(accountId))
      },
      fail(reason) {
        end()
        giveUp(reason)
      },
    }
    const cancel = () => waiter.fail(signal?.reason)
    const stands = new Set([...party.accounts()].filter((accountId) => standInLine(accountId, waiter)))
    if (stands.size === 0) return undefined
    waiting.add(waiter)
    const unwatch = party.watch((accountId, isThere) => {
      if (!isThere) leaveLine(accountId, waiter)
      else if (standInLine(accountId, waiter)) {
        stands.add(accountId)
        // A place may be free that only the one who joins may take.
        startNext()
      }
    })
    signal?.addEventListener('abort', cancel, { once: true })
    return new Promise((resolve, reject) => {
      settle = resolve
      giveUp = reject
    })
  }

  return {
    async take(claim) {
      claim.signal?.throwIfAborted()
      for (const accountId of claim.party.accounts())
        if (!lines.has(accountId) && mayStart(accountId, claim)) return placeFor(accountId)
      return waiting.size >= maxQueued ? undefined : wait(claim)
    },
    stats: () => ({ queued: waiting.size, active }),
    close(error) {
      for (const waiter of [...waiting]) waiter.fail(error)
    },
  }
}
