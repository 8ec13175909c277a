// Lets one process at a time use a data folder: two databases on one cluster would destroy it.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chown, mkdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listen, listLivingMarks, type Mark, type Purpose } from './owner-mark.ts'

export type Hold = { release(): Promise<void> }

export class DataFolderInUse extends Error {
  readonly pid: number
  readonly purpose: Purpose | undefined

  constructor(dataDir: string, pid: number, purpose: Purpose | undefined) {
    super(`the data folder ${dataDir} is in use by process ${pid}`)
    this.name = 'DataFolderInUse'
    this.pid = pid
    this.purpose = purpose
  }
}

const rivalTimeoutMs = 5_000
const pollMs = 20

/**
 * Takes the folder or throws DataFolderInUse. Every candidate first listens under its own name and then looks for
 * others, so of two that start together at least one finds the other; the lower name wins. A dead mark is removed by
 * its unique name, which no running process can have.
 */
export async function holdDataFolder(dataDir: string, purpose: Purpose): Promise<Hold> {
  const folder = join(dataDir, 'owner')
  await openFolder(dataDir, folder)
  const name = `${randomBytes(8).toString('hex')}-${process.pid}.sock`
  const ownMark: Mark = { name, pid: process.pid, purpose, state: 'candidate' }
  const server = await listen(folder, ownMark)
  const release = async () => {
    await unlink(join(folder, name)).catch(() => {})
    server.close()
  }
  try {
    await yieldToOthers(dataDir, folder, name)
    ownMark.state = 'owner'
    return { release }
  } catch (error) {
    await release()
    throw error
  }
}

async function openFolder(dataDir: string, folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Where root uses another user's data folder, its owner must not be locked out.
    const owner = await stat(dataDir)
    if (process.geteuid?.() === 0) await chown(folder, owner.uid, owner.gid)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`the data folder ${dataDir} cannot be used: no access (${code})`, {
      cause: error,
    })
  }
}

async function yieldToOthers(dataDir: string, folder: string, ownName: string): Promise<void> {
  const deadlineMs = performance.now() + rivalTimeoutMs
  for (;;) {
    const others = (await listLivingMarks(folder)).filter((mark) => mark.name !== ownName)
    const winner = others.find((mark) => mark.state === 'owner' || mark.name < ownName)
    if (winner !== undefined) throw new DataFolderInUse(dataDir, winner.pid, winner.purpose)
    const rival = others[0]
    if (rival === undefined) return
    // A rival with a higher name either withdraws or is already the owner: wait.
    if (performance.now() > deadlineMs) throw new DataFolderInUse(dataDir, rival.pid, rival.purpose)
    await delay(pollMs)
  }
}
