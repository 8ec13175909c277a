// A pool that refuses work at once while the database is lost, and ends the work that waits for a reply. Otherwise
// every call would wait for its own timeout.
import type { Duplex } from 'node:stream'
import pg, { type PoolClient } from 'pg'
import type { Availability } from '../lib/availability.ts'
import { readCode } from '../lib/server-resources.ts'
import { ConnectionLost, NoConnection } from './connection.ts'

/** Shared by all pools of a database. */
export type DatabaseState = {
  availability: Availability
  /** When it last replied on any connection, in milliseconds of the monotonic clock. */
  repliedAtMs: number
}

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** Not in the library's types. */
const readStream = (client: object) => (client as { connection: { stream: Duplex } }).connection.stream

export class GuardedPool extends pg.Pool {
  readonly #state: DatabaseState
  /** One function for each caller that waits for a connection: it refuses the caller. */
  readonly #waiting = new Set<(error: Error) => void>()

  constructor(config: pg.PoolConfig, state: DatabaseState) {
    super(config)
    this.#state = state
    const clients = new Set<PoolClient>()
    this.on('connect', (client) => {
      clients.add(client)
      readStream(client).on('data', () => {
        state.repliedAtMs = performance.now()
      })
    })
    this.on('remove', (client) => clients.delete(client))
    state.availability.onLost(() => {
      for (const refuse of this.#waiting) refuse(lost())
      for (const client of clients)
        readStream(client).destroy(new ConnectionLost('the database does not reply'))
    })
  }

  // `query` of the library calls this one.
  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.#connect((error, client) => (client ? resolve(client) : reject(error)))
      })
    this.#connect(callback)
    return undefined
  }

  #connect(callback: Callback): void {
    if (!this.#state.availability.isUp()) {
      process.nextTick(callback, lost(), undefined, () => {})
      return
    }
    const refuse = (error: Error) => {
      this.#waiting.delete(refuse)
      callback(error, undefined, () => {})
    }
    this.#waiting.add(refuse)
    super.connect((error, client, done) => {
      if (!this.#waiting.delete(refuse)) {
        // Refused before. `done` is missing after a timeout.
        client?.release()
        return
      }
      callback(error && toNoConnection(error), client, done)
    })
  }
}

const lost = () => new NoConnection('no connection to the database: it does not reply')

/** An error for several addresses has no message. */
const toNoConnection = (cause: Error) =>
  new NoConnection(`no connection to the database: ${cause.message || readCode(cause)}`, { cause })
