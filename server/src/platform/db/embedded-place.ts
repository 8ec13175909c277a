// Chooses the folders of the embedded database (cluster, settings and socket) and the system user that runs it. PostgreSQL
// refuses to run as root, so root uses an unprivileged account; any other user runs it itself. The folders are in the data
// folder, or under /var/lib/quarry if root's data folder is closed to that account.

import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type ClusterFolders = {
  /** Contains the rest; owned by the current user, and the account may only enter it. */
  base: string
  cluster: string
  socketDir: string
  account: Account
}

/** Owned by root, for a data folder that the account cannot enter. */
export const closedDataBase = '/var/lib/quarry'
/** The file in the data folder that names a base elsewhere. */
const recordName = 'database-folder'
/** Leaves room for `/.s.PGSQL.5432` and the lock's suffix in the 103 bytes every system has. */
const longestSocketDir = 84

/** Creates the data folder if it is missing and returns its real path. */
export async function openDataFolder(dataDir: string): Promise<string> {
  // Root's data folder may be entered by the database's user, but not listed; other users' folders are closed.
  const createdDir = await mkdir(dataDir, { recursive: true })
  if (createdDir !== undefined) await chmod(dataDir, process.geteuid?.() === 0 ? 0o711 : 0o700)
  return await realpath(dataDir)
}

/** The base of a data folder: another folder if one was chosen, else the data folder itself. */
export async function findBase(dataDir: string): Promise<string> {
  const record = await readFile(join(dataDir, recordName), 'utf8').catch(() => '')
  return record.trim() || dataDir
}

/** Chooses the folders and the user. Only the process that holds the data folder may call this. */
export async function choosePlace(dataDir: string): Promise<ClusterFolders> {
  let base = await findBase(dataDir)
  if (!(await exists(base))) throw new Error(`${base}, named in ${join(dataDir, recordName)}, is gone`)
  const account = await chooseAccount(toClusterPath(base))
  if (account.identity.uid !== undefined && !(await canEnter(account, base))) {
    if (base !== dataDir || (await exists(toClusterPath(base)))) {
      throw new Error(
        `the database in ${base} is not accessible to the user (uid ${account.uid}) that runs it: make its parent folders accessible (chmod a+x)`,
      )
    }
    base = await moveBase(dataDir)
  }
  return { base, cluster: toClusterPath(base), socketDir: toSocketDir(base), account }
}

const toClusterPath = (base: string) => join(base, 'postgres')

/** The name is random: a new data folder at the same path must not find the old database. */
async function moveBase(dataDir: string): Promise<string> {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const base = join(closedDataBase, `${hash}-${randomBytes(4).toString('hex')}`)
  await mkdir(base, { recursive: true, mode: 0o711 })
  await chmod(closedDataBase, 0o711)
  await chmod(base, 0o711)
  await writeFile(join(base, 'data-folder'), `${dataDir}\n`)
  const record = join(dataDir, recordName)
  await writeFile(`${record}.new`, `${base}\n`)
  await rename(`${record}.new`, record)
  return base
}

/**
 * Beside the cluster if the path is short and plain enough for a socket, otherwise in /tmp.
 * Decision: /tmp and not TMPDIR, because commands must find the socket of a server with another environment.
 */
export function toSocketDir(base: string): string {
  const beside = join(base, 'socket')
  if (Buffer.byteLength(beside) <= longestSocketDir && /^[\w./-]+$/.test(beside)) return beside
  const hash = createHash('sha256').update(base).digest('hex').slice(0, 20)
  return `/tmp/quarry-${hash}`
}

/** Creates the folder of the socket, or checks that the existing one is trusted, and closes it to others. */
export async function openSocketDir({ socketDir, account }: ClusterFolders): Promise<void> {
  const ownUid = process.geteuid?.()
  await mkdir(socketDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const info = await lstat(socketDir)
  const trusted = info.isDirectory() && (info.uid === ownUid || info.uid === account.uid)
  if (!trusted) throw new Error(`${socketDir} was created by another user (uid ${info.uid}): remove it`)
  await chmod(socketDir, 0o700)
  if (info.uid !== account.uid) await chown(socketDir, account.uid, account.gid)
}

/** Removes what a stopped database leaves in /tmp. */
export async function removeSocketDir({ socketDir, base }: ClusterFolders): Promise<void> {
  if (!socketDir.startsWith(`${base}/`)) await rm(socketDir, { recursive: true, force: true })
}

export const exists = async (path: string) => (await lstat(path).catch(() => null)) !== null

const execute = promisify(execFile)
const outputLimitBytes = 1024 * 1024

export type Account = {
  uid: number
  gid: number
  /** Options of spawn to become this user; empty for the current user. */
  identity: { uid?: number; gid?: number }
}

/** Child processes get no environment: it has secrets, and PG… variables that would change the database. */
export const cleanEnvironment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** Decision: `postgres` if the system has it, else `nobody`, which every system has. */
const serviceAccounts = ['postgres', 'nobody']

/** The owner of an existing cluster stays its user. */
async function chooseAccount(cluster: string): Promise<Account> {
  const uid = process.geteuid?.()
  const gid = process.getegid?.()
  if (uid === undefined || gid === undefined) throw new Error('the embedded database needs a Unix system')
  const owner = await lstat(cluster).catch(() => undefined)
  if (uid !== 0) {
    if (owner !== undefined && owner.uid !== uid) {
      throw new Error(`the database in ${cluster} belongs to another user (uid ${owner.uid}, not ${uid})`)
    }
    return { uid, gid, identity: {} }
  }
  if (owner !== undefined && owner.uid !== 0) return toServiceAccount(owner.uid, owner.gid)
  for (const name of serviceAccounts) {
    const found = await findAccount(name)
    if (found !== undefined) return found
  }
  throw new Error(`root needs one of the users ${serviceAccounts.join(', ')} to run the embedded database`)
}

const toServiceAccount = (uid: number, gid: number): Account => ({ uid, gid, identity: { uid, gid } })

async function findAccount(name: string): Promise<Account | undefined> {
  const readId = async (option: string) =>
    Number((await execute('id', [option, name], { env: cleanEnvironment })).stdout)
  const [uid = 0, gid = 0] = await Promise.all(['-u', '-g'].map(readId)).catch((): number[] => [])
  return uid > 0 && gid > 0 ? toServiceAccount(uid, gid) : undefined
}

/** Runs a command as the account and returns its output; fails with the last line of its errors. */
export async function runAs(account: Account, file: string, args: string[], timeoutMs: number) {
  try {
    const { stdout } = await execute(file, args, {
      ...account.identity,
      cwd: '/',
      env: cleanEnvironment,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: outputLimitBytes,
    })
    return stdout
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(findLastLine(stderr ?? '') ?? findLastLine(message) ?? 'it failed', { cause: error })
  }
}

/** The last line that is not empty, a hint or a detail. */
const findLastLine = (text: string): string | undefined =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\S*\s*(hint|detail):/i.test(line))
    .at(-1)
    ?.trim()

/** Whether the account can enter the folder, tried by doing it. */
const canEnter = async (account: Account, folder: string): Promise<boolean> =>
  (await runAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], 10_000).catch(() => null)) !== null
