// Where the server is and who asks: from the environment, or from the file that `quarry login` keeps. The only reader of
// the environment.
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Quarry, type QuarryOptions } from '../../sdk/src/index.ts'
import { UsageError } from './failure.ts'

export type Profile = { url?: string; key?: string; adminToken?: string }

const { env } = process

/** Whether colours are wanted: https://no-color.org */
export const wantsColour = (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'

export const profileFile = (): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'quarry', 'profile.json')

export function readProfile(): Profile {
  const kept = readSavedProfile()
  const given: Profile = {
    ...(env.QUARRY_URL ? { url: env.QUARRY_URL } : {}),
    ...(env.QUARRY_KEY ? { key: env.QUARRY_KEY } : {}),
    ...(env.QUARRY_ADMIN_TOKEN ? { adminToken: env.QUARRY_ADMIN_TOKEN } : {}),
  }
  // A key is for the server it was kept with: at another address it is sent to a stranger.
  const isElsewhere = given.url !== undefined && kept.url !== undefined && given.url !== kept.url
  return isElsewhere ? given : { ...kept, ...given }
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
    const kept = JSON.parse(text) as Record<string, unknown>
    const fields = ['url', 'key', 'adminToken'] as const
    return Object.fromEntries(
      fields.flatMap((name) => (typeof kept[name] === 'string' ? [[name, kept[name]]] : [])),
    )
  } catch {
    throw new UsageError(`${file} cannot be read; quarry login writes it anew`)
  }
}

/** Readable by its owner alone, from its first byte on. */
export function keepProfile(profile: Profile): string {
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

/** For whatever an account may ask. */
export function openClient(options: QuarryOptions = {}): Quarry {
  const profile = readProfile()
  if (profile.key === undefined) throw new UsageError('there is no key: quarry login, or QUARRY_KEY')
  return createClient(profile, options)
}

/** For what everyone may ask. */
export const openStranger = (): Quarry => createClient(readProfile())

/** For the operator. */
export function openOperator(): Quarry {
  const profile = readProfile()
  if (profile.adminToken === undefined)
    throw new UsageError('there is no admin token: quarry login --admin, or QUARRY_ADMIN_TOKEN')
  return createClient(profile)
}
