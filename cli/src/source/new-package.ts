// Writes the package of a new plugin from the templates: sources, sandbox site, fixture, tests and the kit.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { reservedSources } from '../../../kit/src/reserved-names.ts'
import { UsageError } from '../failure.ts'
import { findBundledFile } from './bundled-file.ts'
import { type KitOptions, readKit } from './read-kit.ts'

export const kinds = ['page', 'api', 'list'] as const
export type Kind = (typeof kinds)[number]

const maxNameChars = 30

/** Returns the folder and the kit. Nothing is written where it throws. */
export async function createPackage(
  target: string,
  kind: Kind,
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
