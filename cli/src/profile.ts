// The address and credentials of the server, from the environment or from the file that `quarry login` writes. The only
// reader of the environment.
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Quarry, type QuarryOptions } from '../../sdk/src/index.ts'
import { UsageError } from './failure.ts'

export type Profile = { url?: string; key?: string; adminToken?: string }

const { env } = process

/** See https://no-color.org */
export const hasColour = (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'

export const profileFile = (): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'quarry', 'profile.json')

export function readProfile(): Profile {
  const saved = readSavedProfile()
  const fromEnv: Profile = {
    ...(env.QUARRY_URL ? { url: env.QUARRY_URL } : {}),
    ...(env.QUARRY_KEY ? { key: env.QUARRY_KEY } : {}),
    ...(env.QUARRY_ADMIN_TOKEN ? { adminToken: env.QUARRY_ADMIN_TOKEN } : {}),
  }
  // A saved key must not be sent to another server.
  const isOtherServer = fromEnv.url !== undefined && saved.url !== undefined && fromEnv.url !== saved.url
  return isOtherServer ? fromEnv : { ...saved, ...fromEnv }
}

/** The profile file alone, without the environment. */
export function readSavedProfile(): Profile {
  const file = profileFile()
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return {}
  }
  try {
    const saved = JSON.parse(text) as Record<string, unknown>
    const fields = ['url', 'key', 'adminToken'] as const
    return Object.fromEntries(
      fields.flatMap((name) => (typeof saved[name] === 'string' ? [[name, saved[name]]] : [])),
    )
  } catch {
    throw new UsageError(`${file} cannot be read; run quarry login to write it again`)
  }
}

/** Only the owner can read the file, from its first byte on. */
export function saveProfile(profile: Profile): string {
  const file = profileFile()
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 })
  chmodSync(fresh, 0o600)
  renameSync(fresh, file)
  return file
}

export function createClient({ url, key, adminToken }: Profile, options: QuarryOptions = {}): Quarry {
  try {
    return new Quarry({
      ...(url === undefined ? {} : { baseUrl: url }),
      ...(key === undefined ? {} : { key }),
      ...(adminToken === undefined ? {} : { adminToken }),
      ...options,
    })
  } catch (error) {
    if (error instanceof TypeError)
      throw new UsageError(error.message.replace('baseUrl', 'the address').replace('adminToken', 'the token'))
    throw error
  }
}

/** A client with the key of an account. */
export function openClient(options: QuarryOptions = {}): Quarry {
  const profile = readProfile()
  if (profile.key === undefined)
    throw new UsageError('no key is configured; run quarry login, or set QUARRY_KEY')
  return createClient(profile, options)
}

/** A client that needs no credentials. */
export const openPublicClient = (): Quarry => createClient(readProfile())

/** A client with the admin token. */
export function openOperator(): Quarry {
  const profile = readProfile()
  if (profile.adminToken === undefined)
    throw new UsageError('no admin token is configured; run quarry login --admin, or set QUARRY_ADMIN_TOKEN')
  return createClient(profile)
}
