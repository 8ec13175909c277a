// Lets one process at a time use a data folder: two databases on one cluster would destroy it. The owner is
// marked by a Unix socket in the folder, which reports the purpose of its process. The socket ends with the process, a
// process with a reused id cannot be mistaken for it, and every container that mounts the folder sees it.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chown, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export type DataFolderHold = { release(): Promise<void> }

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
export async function holdDataFolder(dataDir: string, purpose: Purpose): Promise<DataFolderHold> {
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
    // If root uses another user's data folder, its owner must not be locked out.
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

export type Purpose = 'serve' | 'command'
export type Mark = {
  name: string
  pid: number
  purpose: Purpose | undefined
  state: 'candidate' | 'owner'
}

const pingTimeoutMs = 2_000
const maxPings = 5
const unfinishedAgeMs = 60_000
/** sun_path holds 104 bytes on macOS, 108 on Linux, the closing NUL included. */
const longestSocketPath = 103
const markName = /^([0-9a-f]{16})-(\d{1,10})\.sock$/

/** The marks of running processes; dead marks are removed. */
export async function listLivingMarks(folder: string): Promise<Mark[]> {
  const living: Mark[] = []
  for (const name of await readdir(folder)) {
    const pid = markName.exec(name)?.[2]
    if (pid === undefined) await removeUnfinished(join(folder, name))
    else {
      const mark = await ping(folder, name, Number(pid))
      if (mark === undefined) await unlink(join(folder, name)).catch(() => {})
      else living.push(mark)
    }
  }
  return living
}

/** A mark gets its name only once it listens, so a named socket that refuses is dead. */
export async function listen(folder: string, mark: Mark): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(JSON.stringify({ purpose: mark.purpose, state: mark.state }))
  })
  const unfinished = `${mark.name}.new`
  await withShortPath(folder, unfinished, (path) => {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      // Open to all, in a folder that only its owner may enter.
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

/** Undefined when its process is gone. */
async function ping(folder: string, name: string, pid: number): Promise<Mark | undefined> {
  for (let pings = 0; pings < maxPings; pings += 1) {
    const reply = await withShortPath(folder, name, readSocket)
    if (reply === 'gone') return undefined
    if (reply === 'silent') break
    if (reply !== 'cut off') return { name, pid, ...readReply(reply) }
    // It is withdrawing or was killed: try again.
    await delay(pollMs)
  }
  // Accepted without a reply: a paused or busy process.
  return { name, pid, purpose: undefined, state: 'owner' }
}

function readSocket(path: string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(path)
    const finish = (reply: string) => {
      socket.destroy()
      resolve(reply)
    }
    socket.setEncoding('utf8')
    socket.setTimeout(pingTimeoutMs, () => finish('silent'))
    socket.on('data', (chunk: string) => {
      text = (text + chunk).slice(0, 200)
    })
    socket.on('end', () => finish(text.endsWith('}') ? text : 'cut off'))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      finish(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'gone' : 'cut off')
    })
  })
}

function readReply(text: string): Pick<Mark, 'purpose' | 'state'> {
  const purpose = text.includes('"serve"') ? 'serve' : text.includes('"command"') ? 'command' : undefined
  return { purpose, state: text.includes('"candidate"') ? 'candidate' : 'owner' }
}

/** Socket addresses are limited in length: a long path is reached through a private symlink. */
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
