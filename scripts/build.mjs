// Builds the server: types are taken away file by file and nothing is checked, so it takes a second or two. Libraries
// that come as hundreds of small files are bundled, each into one: finding and linking those files was a third of the
// work of a start. What a page loads is written for browsers as it is, and copied.
// `npm run check` is where types are checked.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { swapIn } from './swap-in.mjs'

const server = fileURLToPath(new URL('../server', import.meta.url))
const sources = join(server, 'src')
export const build = join(server, 'dist')
const stamp = join(build, '.built')
/** Each file here names what is used of such a library. */
const libraries = join(sources, 'libraries')
/** The versions of what is bundled. */
const lock = fileURLToPath(new URL('../package-lock.json', import.meta.url))

const sourceFiles = () =>
  readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => /\.(?:ts|js|css|svg)$/.test(file) && !file.endsWith('.test.ts'))

/**
 * Whether a source or the lock is newer than the build. Without sources (an image that ships the build alone) it never
 * is.
 */
export function isStale() {
  if (!existsSync(sources)) return false
  if (!existsSync(stamp)) return true
  const builtAt = statSync(stamp).mtimeMs
  return [...sourceFiles(), lock].some((file) => statSync(file).mtimeMs > builtAt)
}

async function makeBuild(target, isWanted) {
  const { transformSync } = await import('rolldown/utils')
  const options = {
    lang: 'ts',
    target: 'es2023',
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
  }
  const fresh = `${target}.${process.pid}`
  await bundleLibraries(join(fresh, 'libraries'))
  for (const file of sourceFiles()) {
    if (dirname(file) === libraries) continue
    const made = join(fresh, relative(sources, file).replace(/\.ts$/, '.js'))
    mkdirSync(dirname(made), { recursive: true })
    if (!file.endsWith('.ts')) {
      copyFileSync(file, made)
      continue
    }
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), options)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
    writeFileSync(made, code)
  }
  writeFileSync(join(fresh, '.built'), '')
  swapIn(fresh, target, isWanted)
}

async function bundleLibraries(target) {
  const { rolldown } = await import('rolldown')
  const input = readdirSync(libraries).map((name) => join(libraries, name))
  const bundle = await rolldown({ input, platform: 'node' })
  // Names stay for stack traces; what is only for readers goes, for each thread keeps the text.
  const minify = { mangle: false, compress: false, codegen: { removeWhitespace: true } }
  await bundle.write({ dir: target, format: 'esm', chunkFileNames: 'parts/[name].js', minify })
  await bundle.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  if (process.argv[2] !== '--if-stale') await makeBuild(process.argv[2] ?? build)
  else if (isStale()) await makeBuild(build, isStale)
