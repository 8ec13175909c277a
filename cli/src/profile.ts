// The address and credentials of the server, from the environment or from the file that `quarry login` writes. The only
// reader of the environment.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Quarry, type QuarryOptions } from '../../sdk/src/index.ts'
import { UsageError } from './failure.ts'

export type Profile = { url?: string; key?: string; adminToken?: string }

const { env } = process

/** See https://no-color.org */
export const hasColour = (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'

/** The folder of a server installation, for the tools that run its code; null if none is named. */
export const getServerHome = (): string | null => env.QUARRY_HOME?.trim() || null

/** The environment of a child process. */
export const extendEnvironment = (extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...env, ...extra })

export const profileFile = (): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'quarry', 'profile.json')

const defaultName = 'default'
let chosenName = env.QUARRY_PROFILE || defaultName

/** Selects a named profile; without it, QUARRY_PROFILE or the default profile is used. */
export function chooseProfile(name: string): void {
  if (!/^[\w.-]{1,50}$/.test(name))
    throw new UsageError('a profile name has 1 to 50 letters, digits, dots, dashes and underscores')
  chosenName = name
}

export const getProfileName = (): string => chosenName

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

/** The chosen profile of the file alone, without the environment. */
export const readSavedProfile = (): Profile => readSavedProfiles().get(chosenName) ?? {}

/** All profiles of the file by name. The values of the default profile are at its top level. */
export function readSavedProfiles(): Map<string, Profile> {
  const file = profileFile()
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return new Map()
  }
  try {
    const { profiles = {}, ...own } = JSON.parse(text) as Record<string, unknown>
    const namedProfiles = Object.entries(profiles as Record<string, Record<string, unknown>>)
    return new Map(
      [[defaultName, own] as const, ...namedProfiles]
        .map(([name, values]): [string, Profile] => [name, pickFields(values)])
        .filter(([, profile]) => Object.keys(profile).length > 0),
    )
  } catch {
    throw new UsageError(`${file} cannot be read; run quarry login to write it again`)
  }
}

const pickFields = (saved: Record<string, unknown>): Profile =>
  Object.fromEntries(
    (['url', 'key', 'adminToken'] as const).flatMap((name) =>
      typeof saved[name] === 'string' ? [[name, saved[name]]] : [],
    ),
  )

/** Stores the chosen profile beside the others. */
export function saveProfile(profile: Profile): string {
  let saved: Map<string, Profile>
  try {
    saved = readSavedProfiles()
  } catch {
    saved = new Map()
  }
  return writeProfiles(saved.set(chosenName, profile))
}

/** Deletes the chosen profile, or all; returns the names of the deleted ones. */
export function deleteProfiles(isAll: boolean): string[] {
  const saved = readSavedProfiles()
  const deleted = [...saved.keys()].filter((name) => isAll || name === chosenName)
  for (const name of deleted) saved.delete(name)
  if (saved.size > 0) writeProfiles(saved)
  else rmSync(profileFile(), { force: true })
  return deleted
}

/** Only the owner can read the file, from its first byte on. */
function writeProfiles(saved: ReadonlyMap<string, Profile>): string {
  const file = profileFile()
  const otherProfiles = [...saved].filter(([name]) => name !== defaultName)
  const content = {
    ...saved.get(defaultName),
    ...(otherProfiles.length === 0 ? {} : { profiles: Object.fromEntries(otherProfiles) }),
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
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

const describeLack = (what: string): string =>
  chosenName === defaultName ? `no ${what} is configured` : `the profile "${chosenName}" has no ${what}`

const loginCommand = (): string =>
  chosenName === defaultName ? 'quarry login' : `quarry --profile ${chosenName} login`

/** A client with the key of an account. */
export function openClient(options: QuarryOptions = {}): Quarry {
  const profile = readProfile()
  if (profile.key === undefined)
    throw new UsageError(`${describeLack('key')}; run ${loginCommand()}, or set QUARRY_KEY`)
  return createClient(profile, options)
}

/** A client that needs no credentials. */
export const openPublicClient = (): Quarry => createClient(readProfile())

/** A client with the admin token. */
export function openOperator(): Quarry {
  const profile = readProfile()
  if (profile.adminToken === undefined)
    throw new UsageError(
      `${describeLack('admin token')}; run ${loginCommand()} --admin, or set QUARRY_ADMIN_TOKEN`,
    )
  return createClient(profile)
}
