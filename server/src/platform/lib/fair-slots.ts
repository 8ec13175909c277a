// Concurrency slots that accounts share fairly: each account holds a bounded share, and slots are granted round-robin
// over per-account queues, so that bulk work of one account never starves another. Work that several accounts wait for
// is in the queue of each and starts when the first of them gets a slot.

/** The accounts that wait for one piece of work. Accounts may join or leave while it is queued. */
export type WaitingAccounts = {
  accounts: () => Iterable<string>
  /** Calls back when an account's first call joins or its last one leaves. Returns an unsubscribe function. */
  watch: (onChange: (accountId: string, hasJoined: boolean) => void) => () => void
}

/** The account whose slices of the event loop shared work uses. */
export const chooseSliceOwner = (waiters: WaitingAccounts): number => Number([...waiters.accounts()][0] ?? 0)

/** A slot, counted against one of the waiting accounts. */
export type Slot = { accountId: string; release: () => void }

export type Claim = {
  waiters: WaitingAccounts
  maxSlots: number
  /** The most slots that one account may hold. Default: half of `maxSlots`. */
  maxPerAccount?: number
  /** Aborts the wait with its reason. */
  signal?: AbortSignal | undefined
}

export type FairSlots = ReturnType<typeof createFairSlots>

type Bounds = Pick<Claim, 'maxSlots' | 'maxPerAccount'>
type QueuedClaim = { bounds: Bounds; start: (accountId: string) => void; fail: (reason: unknown) => void }

export const toWaitingAccount = (accountId: string): WaitingAccounts => ({
  accounts: () => [accountId],
  watch: () => () => {},
})

/** At most `maxQueued` claims are queued, and at most half of them for one account. */
export function createFairSlots(maxQueued: number) {
  const slots = createState(maxQueued)
  return {
    /** Resolves with a slot once one is free, or with undefined if the queue is full. */
    async take(claim: Claim): Promise<Slot | undefined> {
      claim.signal?.throwIfAborted()
      for (const accountId of claim.waiters.accounts())
        if (!slots.queues.has(accountId) && canStart(slots, accountId, claim))
          return grantSlot(slots, accountId)
      return slots.queued.size >= slots.maxQueued ? undefined : enqueue(slots, claim)
    },
    stats: () => ({ queued: slots.queued.size, active: slots.active }),
    /** Rejects everything that is queued. */
    close(error: Error) {
      for (const claim of [...slots.queued]) claim.fail(error)
    },
  }
}

type SlotsState = ReturnType<typeof createState>
const createState = (maxQueued: number) => ({
  maxQueued,
  active: 0,
  /** How many slots each account holds. */
  held: new Map<string, number>(),
  queues: new Map<string, Set<QueuedClaim>>(),
  queued: new Set<QueuedClaim>(),
})

const canStart = (
  { active, held }: SlotsState,
  accountId: string,
  { maxSlots, maxPerAccount = Math.floor(maxSlots / 2) }: Bounds,
) => active < maxSlots && (held.get(accountId) ?? 0) < Math.max(1, maxPerAccount)

function grantSlot(slots: SlotsState, accountId: string): Slot {
  const { held } = slots
  slots.active += 1
  held.set(accountId, (held.get(accountId) ?? 0) + 1)
  let isHeld = true
  const release = () => {
    if (!isHeld) return
    isHeld = false
    slots.active -= 1
    const left = (held.get(accountId) ?? 1) - 1
    if (left === 0) held.delete(accountId)
    else held.set(accountId, left)
    startNext(slots)
  }
  return { accountId, release }
}

function joinQueue({ queues, maxQueued }: SlotsState, accountId: string, entry: QueuedClaim): boolean {
  const queue = queues.get(accountId) ?? new Set()
  if (queue.size >= Math.ceil(maxQueued / 2)) return false
  queues.set(accountId, queue.add(entry))
  return true
}

function leaveQueue({ queues }: SlotsState, accountId: string, entry: QueuedClaim): void {
  const queue = queues.get(accountId)
  if (queue?.delete(entry) && queue.size === 0) queues.delete(accountId)
}

function startNext(slots: SlotsState): void {
  const { queues } = slots
  for (const [accountId, queue] of queues) {
    const [entry] = queue
    if (!entry || !canStart(slots, accountId, entry.bounds)) continue
    // Moves the account to the end of the round-robin order.
    queues.delete(accountId)
    queues.set(accountId, queue)
    entry.start(accountId)
    return
  }
}

function enqueue(slots: SlotsState, { waiters, signal, ...bounds }: Claim): Promise<Slot> | undefined {
  let settle: (slot: Slot) => void = () => {}
  let giveUp: (reason: unknown) => void = () => {}
  const end = () => {
    slots.queued.delete(entry)
    unwatch()
    signal?.removeEventListener('abort', cancel)
    for (const accountId of joined) leaveQueue(slots, accountId, entry)
  }
  const entry: QueuedClaim = {
    bounds,
    start(accountId) {
      end()
      settle(grantSlot(slots, accountId))
    },
    fail(reason) {
      end()
      giveUp(reason)
    },
  }
  const cancel = () => entry.fail(signal?.reason)
  const joined = new Set([...waiters.accounts()].filter((accountId) => joinQueue(slots, accountId, entry)))
  if (joined.size === 0) return undefined
  slots.queued.add(entry)
  const unwatch = waiters.watch((accountId, hasJoined) => {
    if (!hasJoined) leaveQueue(slots, accountId, entry)
    else if (joinQueue(slots, accountId, entry)) {
      joined.add(accountId)
      // A slot may be free that only the new account may take.
      startNext(slots)
    }
  })
  signal?.addEventListener('abort', cancel, { once: true })
  return new Promise((resolve, reject) => {
    settle = resolve
    giveUp = reject
  })
}
