// The mark that shows who owns a data folder: a listening Unix socket in it that tells what its process is about.
// It dies with the process, no reused process id can imitate it, and every container that mounts the folder sees it.
import { mkdtemp, readdir, rename, rm, stat, symlink, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export type Purpose = 'serve' | 'command'
export type Mark = {
  name: string
  pid: number
  purpose: Purpose | undefined
  state: 'candidate' | 'owner'
}

const greetTimeoutMs = 2_000
const mostGreetings = 5
const pollMs = 20
const unfinishedAgeMs = 60_000
/** sun_path holds 104 bytes on macOS, 108 on Linux, the closing NUL included. */
const longestSocketPath = 103
const markName = /^([0-9a-f]{16})-(\d{1,10})\.sock$/

/** The marks of living processes; those of dead ones are removed, by names that no living one can have. */
export async function livingMarks(folder: string): Promise<Mark[]> {
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
export async function listen(folder: string, mark: Mark): Promise<Server> {
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

/** Undefined when its process is gone. */
async function greet(folder: string, name: string, pid: number): Promise<Mark | undefined> {
  for (let greetings = 0; greetings < mostGreetings; greetings += 1) {
    const heard = await withShortPath(folder, name, hear)
    if (heard === 'gone') return undefined
    if (heard === 'silent') break
    if (heard !== 'cut off') return { name, pid, ...readGreeting(heard) }
    // It was just about to withdraw, or was killed: the next greeting tells.
    await delay(pollMs)
  }
  // Accepted but silent: a stopped or busy process, alive all the same.
  return { name, pid, purpose: undefined, state: 'owner' }
}

function hear(path: string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(path)
    const finish = (heard: string) => {
      socket.destroy()
      resolve(heard)
    }
    socket.setEncoding('utf8')
    socket.setTimeout(greetTimeoutMs, () => finish('silent'))
    socket.on('data', (chunk: string) => {
      text = (text + chunk).slice(0, 200)
    })
    socket.on('end', () => finish(text.endsWith('}') ? text : 'cut off'))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      finish(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'gone' : 'cut off')
    })
  })
}

function readGreeting(text: string): Pick<Mark, 'purpose' | 'state'> {
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
