// Where the embedded database lives: its cluster, its settings and its socket. Usually the data folder itself;
// under /var/lib/quarry when root keeps the data folder closed to the user that runs the database.
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, canEnter, chooseAccount } from './embedded-account.ts'

export type Place = {
  /** Holds everything below; ours, open to the account for passage only. */
  base: string
  cluster: string
  socketDir: string
  account: Account
}

/** Root's own, where the data folder will not do. */
export const closedDataBase = '/var/lib/quarry'
/** In the data folder, names the base when it is elsewhere. */
const recordName = 'database-folder'
/** Leaves room for `/.s.PGSQL.5432` and the lock's suffix in the 103 bytes every system has. */
const longestSocketDir = 84

/** Makes the data folder where it is missing and returns its real path. */
export async function openDataFolder(dataDir: string): Promise<string> {
  // Root's data folder lets the database's user pass, and nobody list it; others' is closed altogether.
  const made = await mkdir(dataDir, { recursive: true })
  if (made !== undefined) await chmod(dataDir, process.geteuid?.() === 0 ? 0o711 : 0o700)
  return await realpath(dataDir)
}

/** Where the database of a data folder is, as far as that has been decided. */
export async function findBase(dataDir: string): Promise<string> {
  const record = await readFile(join(dataDir, recordName), 'utf8').catch(() => '')
  return record.trim() || dataDir
}

/** Decides where the database is, and as whom it runs. To be called by the owner of the data folder only. */
export async function choosePlace(dataDir: string): Promise<Place> {
  let base = await findBase(dataDir)
  if (!(await exists(base))) throw new Error(`${base}, named in ${join(dataDir, recordName)}, is gone`)
  const account = await chooseAccount(clusterOf(base))
  if (account.identity.uid !== undefined && !(await canEnter(account, base))) {
    if (base !== dataDir || (await exists(clusterOf(base)))) {
      throw new Error(
        `the database in ${base} is closed to the user (uid ${account.uid}) that runs it: open its parent folders for passage (chmod a+x)`,
      )
    }
    base = await moveBase(dataDir)
  }
  return { base, cluster: clusterOf(base), socketDir: socketDirOf(base), account }
}

const clusterOf = (base: string) => join(base, 'postgres')

/** The name is new each time: a data folder made anew at the same path must not find the old one's records. */
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
 * Beside the cluster when the address is short and plain enough for a socket, else a name in /tmp.
 * Decision: /tmp by name and not by TMPDIR, because commands must find the socket of a server started elsewhere.
 */
export function socketDirOf(base: string): string {
  const beside = join(base, 'socket')
  if (Buffer.byteLength(beside) <= longestSocketDir && /^[\w./-]+$/.test(beside)) return beside
  const hash = createHash('sha256').update(base).digest('hex').slice(0, 20)
  return `/tmp/quarry-${hash}`
}

/** Makes the socket's folder, or makes sure that the one that is there is really ours and closed to others. */
export async function openSocketDir({ socketDir, account }: Place): Promise<void> {
  const own = process.geteuid?.()
  await mkdir(socketDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const info = await lstat(socketDir)
  const trusted = info.isDirectory() && (info.uid === own || info.uid === account.uid)
  if (!trusted) throw new Error(`${socketDir} was made by another user (uid ${info.uid}): remove it`)
  await chmod(socketDir, 0o700)
  if (info.uid !== account.uid) await chown(socketDir, account.uid, account.gid)
}

/** Takes away what a stopped database leaves in /tmp. */
export async function removeSocketDir({ socketDir, base }: Place): Promise<void> {
  if (!socketDir.startsWith(`${base}/`)) await rm(socketDir, { recursive: true, force: true })
}

export const exists = async (path: string): Promise<boolean> =>
  await lstat(path).then(
    () => true,
    () => false,
  )
