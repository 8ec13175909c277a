// The system user that runs the embedded database. PostgreSQL refuses to run as root, so root uses an unprivileged
// account; any other user runs it itself.
import { execFile } from 'node:child_process'
import { lstat } from 'node:fs/promises'
import { promisify } from 'node:util'

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

/** Decision: `postgres` where the system has it, else `nobody`, which every system has. */
const serviceAccounts = ['postgres', 'nobody']

/** The owner of an existing cluster stays its user. */
export async function chooseAccount(cluster: string): Promise<Account> {
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
export const canEnter = async (account: Account, folder: string): Promise<boolean> =>
  (await runAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], 10_000).catch(() => null)) !== null
