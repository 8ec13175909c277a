// The folders of the embedded database: cluster, settings and socket. Usually in the data folder; under /var/lib/quarry
// where root's data folder is closed to the user that runs the database.
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, canEnter, chooseAccount } from './embedded-account.ts'

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

/** Creates the data folder where it is missing and returns its real path. */
export async function openDataFolder(dataDir: string): Promise<string> {
  // Root's data folder may be entered by the database's user, but not listed; other users' folders are closed.
  const createdDir = await mkdir(dataDir, { recursive: true })
  if (createdDir !== undefined) await chmod(dataDir, process.geteuid?.() === 0 ? 0o711 : 0o700)
  return await realpath(dataDir)
}

/** The base of a data folder, where it has been chosen. */
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
 * Beside the cluster where the path is short and plain enough for a socket, otherwise in /tmp.
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
