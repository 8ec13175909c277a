// Builds the plugin into one file, with the kit and its libraries inside, and its sandbox site beside it: a server loads
// it without installing anything.
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { collectLicences } from '../../scripts/collect-licences.mjs'
import { swapIn } from '../../scripts/swap-in.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
export const build = join(here, 'dist')
const stamp = join(build, '.built')
const sources = [join(here, 'src'), join(root, 'kit/src')]

const listFiles = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())

/** Whether a source is newer than the build. Without sources (an image that ships the build alone) it never is. */
export function isStale() {
  if (!sources.every((folder) => existsSync(folder))) return false
  if (!existsSync(stamp)) return true
  const builtAt = statSync(stamp).mtimeMs
  return [...sources.flatMap(listFiles), join(root, 'package-lock.json')].some(
    (file) => statSync(file).mtimeMs > builtAt,
  )
}

async function makeBuild(isWanted) {
  const { rolldown } = await import('rolldown')
  const fresh = `${build}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  const bundle = await rolldown({
    input: join(here, 'src/index.ts'),
    cwd: here,
    platform: 'node',
  })
  const { output } = await bundle.write({ dir: fresh, format: 'esm', chunkFileNames: '[name].js' })
  await bundle.close()
  const modules = output.flatMap((chunk) => chunk.moduleIds ?? [])
  writeFileSync(join(fresh, 'THIRD-PARTY-LICENSES.txt'), collectLicences(modules))
  writeFileSync(join(fresh, '.built'), '')
  swapIn(fresh, build, isWanted)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  if (process.argv[2] !== '--if-stale') await makeBuild()
  else if (isStale()) await makeBuild(isStale)
