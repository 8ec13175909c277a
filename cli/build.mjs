// Builds the command line: one program with the SDK and the page readers of the kit inside, and the names of its commands
// by themselves. Packages that it depends on stay outside; the templates of plugins are copied. `npm pack -w cli` runs
// this first, and so does the repository's own `quarry`, if the sources are newer than the build.
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { collectLicences } from '../scripts/collect-licences.mjs'
import { swapIn } from '../scripts/swap-in.mjs'

const builder = fileURLToPath(import.meta.url)
const here = fileURLToPath(new URL('.', import.meta.url))
export const build = join(here, 'dist')
const stamp = join(build, '.built')
const templates = join(here, 'templates')
const sources = [join(here, 'src'), join(here, '../sdk/src'), join(here, '../kit/src'), templates]

/**
 * Whether a source, or this file, is newer than the build: what is packed must not be old. Without sources it never is.
 */
export function isStale() {
  if (!sources.every((folder) => existsSync(folder))) return false
  if (!existsSync(stamp)) return true
  const builtAt = statSync(stamp).mtimeMs
  const files = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile()),
  )
  return [...files, builder].some((file) => statSync(file).mtimeMs > builtAt)
}

/** Writes the program into a folder and returns the files it was made from. */
export async function bundleCli(folder, external) {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: ['quarry', 'main', 'command-names', 'source/check-worker'].map((name) =>
      join(here, `src/${name}.ts`),
    ),
    // Paths in comments are relative to this folder, so that the bytes do not depend on where it is run.
    cwd: here,
    platform: 'node',
    external,
  })
  const options = { dir: folder, format: 'esm', chunkFileNames: 'parts/[name].js', minify: false }
  const { output } = await bundle.write(options)
  await bundle.close()
  cpSync(templates, join(folder, 'templates'), { recursive: true })
  return output.flatMap((chunk) => chunk.moduleIds ?? [])
}

async function makeBuild(target, isWanted) {
  const fresh = `${target}.${process.pid}`
  const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  const names = Object.keys(dependencies)
  const isOutside = (id) => id.startsWith('node:') || names.some((name) => `${id}/`.startsWith(`${name}/`))
  const modules = await bundleCli(fresh, isOutside)
  writeFileSync(join(fresh, 'THIRD-PARTY-LICENSES.txt'), collectLicences(modules))
  writeFileSync(join(fresh, '.built'), '')
  swapIn(fresh, target, isWanted)
}

if (process.argv[1] === builder)
  if (process.argv[2] !== '--if-stale') await makeBuild(process.argv[2] ?? build)
  else if (isStale()) await makeBuild(build, isStale)
