// Writes the package of a new plugin from the templates: sources, sandbox site, fixture, tests and the kit. The kit comes
// from a file, from the folder of a server, or from a server over HTTP; never from a registry, where its name is not ours.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { reservedSources } from '../../../kit/src/reserved-names.ts'
import { Ended, exitCodes, UsageError } from '../failure.ts'
import { readProfile } from '../profile.ts'
import { findBundledFile } from './bundled-file.ts'

export const templateKinds = ['page', 'api', 'list'] as const
export type TemplateKind = (typeof templateKinds)[number]

const maxNameChars = 30

/** Returns the folder and the kit. Nothing is written if it throws. */
export async function createPackage(
  target: string,
  kind: TemplateKind,
  options: KitOptions,
): Promise<{ folder: string; version: string; origin: string }> {
  const folder = resolve(target)
  const name = basename(folder)
  checkName(name)
  if (existsSync(folder)) throw new UsageError(`${folder} already exists; choose another name`)
  if (!existsSync(dirname(folder)))
    throw new UsageError(`the folder ${dirname(folder)} does not exist; create it first`)
  const { tarball, version, origin } = await readKit(options)
  mkdirSync(folder)
  try {
    const templates = findBundledFile('templates')
    for (const part of ['common', kind]) copyTemplate(join(templates, part), folder, name)
    writeFileSync(join(folder, 'kit.tgz'), tarball)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return { folder, version, origin }
}

function checkName(name: string): void {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name) || name.length > maxNameChars)
    throw new UsageError(
      `${JSON.stringify(name)} cannot be the name of a source; use 1 to ${maxNameChars} lower-case letters, digits and underscores, such as recipes`,
    )
  if (reservedSources.includes(name))
    throw new UsageError(`the server uses the name ${name} itself; choose another name`)
}

function copyTemplate(template: string, folder: string, name: string): void {
  const dashed = name.replaceAll('_', '-')
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`
  for (const entry of readdirSync(template, { recursive: true, encoding: 'utf8' })) {
    const file = join(template, entry)
    // npm leaves files named .gitignore out of packages.
    const copy = join(folder, entry === 'gitignore' ? '.gitignore' : entry)
    if (statSync(file).isDirectory()) continue
    mkdirSync(dirname(copy), { recursive: true })
    const text = readFileSync(file, 'utf8')
      .replaceAll('my_source', name)
      .replaceAll('my-source', dashed)
      .replaceAll('MY_SOURCE', name.toUpperCase())
      .replaceAll('My source', title)
    writeFileSync(copy, text)
  }
}

export type KitOptions = { kit?: string; server?: string }
type Kit = { tarball: Buffer; version: string; origin: string }

const maxBytes = 20_000_000
const maxUnpackedBytes = 200_000_000
const timeoutMs = 30_000
const defaultUrl = 'http://127.0.0.1:8080'

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text)

async function readKit({ kit, server }: KitOptions): Promise<Kit> {
  if (kit !== undefined && server !== undefined) throw new UsageError('use either --kit or --server')
  const origin = kit ?? server ?? readProfile().url ?? defaultUrl
  const tarball =
    kit !== undefined
      ? await readTarball(kit, '--kit')
      : isUrl(origin)
        ? await downloadTarball(origin)
        : await readTarball(join(origin, 'server/downloads/kit.tgz'), '--server')
  const about = readPackage(tarball)
  if (about?.name !== '@quarry/kit' || typeof about.version !== 'string')
    throw new UsageError(`${origin} is not the source kit; use kit.tgz of your server`)
  return { tarball, version: about.version, origin }
}

async function readTarball(file: string, option: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch {
    throw new UsageError(
      `${option}: ${file} cannot be read; name a file that was downloaded from /downloads/kit.tgz of a server`,
    )
  }
}

async function downloadTarball(server: string): Promise<Buffer> {
  if (!URL.canParse(server)) throw new UsageError(`--server ${server} is not an address`)
  const url = new URL('downloads/kit.tgz', server.endsWith('/') ? server : `${server}/`).href
  const fail = (why: string) =>
    new Ended(
      exitCodes.unreachable,
      `the kit could not be downloaded from ${url}: ${why}; start your server, or use --server <url> or --kit <file>`,
    )
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: unknown) => {
      throw fail(readCause(error))
    },
  )
  if (!response.ok) throw fail(`status ${response.status}`)
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of response.body ?? []) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes > maxBytes) throw new Error(`more than ${maxBytes} bytes`)
    }
  } catch (error) {
    throw fail(readCause(error))
  }
  return Buffer.concat(pieces)
}

/** The failure of `fetch` has its reason inside. */
function readCause(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause
  return String(cause?.code ?? cause?.message ?? (error as Error).message)
}

const blockBytes = 512

/** The package.json of a tarball as npm packs it; null if there is none. */
function readPackage(tarball: Buffer): { name?: unknown; version?: unknown } | null {
  try {
    const tar = gunzipSync(tarball, { maxOutputLength: maxUnpackedBytes })
    for (let at = 0; at + blockBytes <= tar.length; ) {
      const name = tar.toString('utf8', at, at + 100).split('\0', 1)[0]
      const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8)
      const start = at + blockBytes
      if (name === 'package/package.json') return JSON.parse(tar.toString('utf8', start, start + size))
      if (!name || !Number.isSafeInteger(size)) return null
      at = start + Math.ceil(size / blockBytes) * blockBytes
    }
  } catch {
    // Not a tarball.
  }
  return null
}
