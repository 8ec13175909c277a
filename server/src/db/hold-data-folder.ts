// One process at a time owns a data folder. Its mark is a listening Unix socket inside the folder: it dies with
// the process, no reused process id can imitate it, and it is seen from every container that mounts the folder.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chown, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export type Purpose = 'serve' | 'command'
export type Hold = { release(): Promise<void> }

type State = 'candidate' | 'owner'
type Mark = { name: string; pid: number; purpose: Purpose | undefined; state: State }

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

const greetTimeoutMs = 2_000
const rivalTimeoutMs = 5_000
const pollMs = 20
const unfinishedAgeMs = 60_000
/** sun_path holds 104 bytes on macOS, 108 on Linux, the closing NUL included. */
const longestSocketPath = 103
const markName = /^([0-9a-f]{16})-(\d{1,10})\.sock$/

/**
 * Takes the folder or throws DataFolderInUse. Every candidate listens under a name of its own first and looks at
 * the others second, so of two that start together at least one sees the other; the lower name has precedence.
 * A dead mark is removed by its unique name, which can never be the name of a living one.
 */
export async function holdDataFolder(dataDir: string, purpose: Purpose): Promise<Hold> {
  const folder = join(dataDir, 'owner')
  await openFolder(dataDir, folder)
  const name = `${randomBytes(8).toString('hex')}-${process.pid}.sock`
  const mine: Mark = { name, pid: process.pid, purpose, state: 'candidate' }
  const server = await listen(folder, mine)
  const release = async () => {
    await unlink(join(folder, name)).catch(() => {})
    server.close()
  }
  try {
    await yieldToOthers(dataDir, folder, name)
    mine.state = 'owner'
    return { release }
  } catch (error) {
    await release()
    throw error
  }
}

async function openFolder(dataDir: string, folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Root may work in another's data folder once: that must not lock its owner out.
    const owner = await stat(dataDir)
    if (process.geteuid?.() === 0) await chown(folder, owner.uid, owner.gid)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`the data folder ${dataDir} cannot be used: it is closed to us (${code})`, {
      cause: error,
    })
  }
}

async function yieldToOthers(dataDir: string, folder: string, ownName: string): Promise<void> {
  const deadlineMs = Date.now() + rivalTimeoutMs
  for (;;) {
    const others = (await livingMarks(folder)).filter((mark) => mark.name !== ownName)
    const winner = others.find((mark) => mark.state === 'owner' || mark.name < ownName)
    if (winner !== undefined) throw new DataFolderInUse(dataDir, winner.pid, winner.purpose)
    const rival = others[0]
    if (rival === undefined) return
    // A rival with a higher name either withdraws or had already made itself the owner: wait and see.
    if (Date.now() > deadlineMs) throw new DataFolderInUse(dataDir, rival.pid, rival.purpose)
    await delay(pollMs)
  }
}

async function livingMarks(folder: string): Promise<Mark[]> {
  const living: Mark[] = []
  for (const name of await readdir(folder)) {
    const pid = markName.exec(name)?.[2]
    if (pid === undefined) await removeUnfinished(join(folder, name))
    else {
      const mark = await greet(folder, name, Number(pid))
      if (mark === undefined) await unlink(join(folder, name)).catch(() => {})
      else living.push(mark)
    }
  }
  return living
}

/** A mark gets its name only once it listens, so a named socket that refuses is dead for certain. */
async function listen(folder: string, mark: Mark): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(JSON.stringify({ purpose: mark.purpose, state: mark.state }))
  })
  const unfinished = `${mark.name}.new`
  await withShortPath(folder, unfinished, (path) => {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      // Open to all, in a folder open to its owner alone: see there.
      server.listen({ path, readableAll: true, writableAll: true }, resolve)
    })
  })
  server.on('error', () => {})
  server.unref()
  await rename(join(folder, unfinished), join(folder, mark.name))
  return server
}

async function removeUnfinished(path: string): Promise<void> {
  const info = await stat(path).catch(() => undefined)
  if (info !== undefined && Date.now() - info.mtimeMs > unfinishedAgeMs) await unlink(path).catch(() => {})
}

function greet(folder: string, name: string, pid: number): Promise<Mark | undefined> {
  return withShortPath(folder, name, (path) => {
    return new Promise((resolve) => {
      let text = ''
      const socket = connect(path)
      // Accepted but silent: a stopped or busy process, alive all the same.
      socket.setTimeout(greetTimeoutMs, () => finish({ name, pid, purpose: undefined, state: 'owner' }))
      socket.setEncoding('utf8')
      socket.on('data', (chunk: string) => {
        text = (text + chunk).slice(0, 200)
      })
      socket.on('end', () => finish({ name, pid, ...readGreeting(text) }))
      socket.on('error', (error: NodeJS.ErrnoException) => {
        const dead = error.code === 'ECONNREFUSED' || error.code === 'ENOENT'
        finish(dead ? undefined : { name, pid, purpose: undefined, state: 'owner' })
      })
      const finish = (mark: Mark | undefined) => {
        socket.destroy()
        resolve(mark)
      }
    })
  })
}

function readGreeting(text: string): { purpose: Purpose | undefined; state: State } {
  const purpose = text.includes('"serve"') ? 'serve' : text.includes('"command"') ? 'command' : undefined
  return { purpose, state: text.includes('"candidate"') ? 'candidate' : 'owner' }
}

/** A socket address is short; a data folder's path need not be: reach a deep one through a private symlink. */
async function withShortPath<T>(folder: string, name: string, use: (path: string) => Promise<T>): Promise<T> {
  const direct = join(folder, name)
  if (Buffer.byteLength(direct) <= longestSocketPath) return await use(direct)
  const shortcut = await mkdtemp('/tmp/quarry-')
  try {
    await symlink(folder, join(shortcut, 'd'))
    return await use(join(shortcut, 'd', name))
  } finally {
    await rm(shortcut, { recursive: true, force: true })
  }
}
