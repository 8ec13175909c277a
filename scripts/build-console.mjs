// Builds the console if it is missing or older than its sources. Vite is loaded only then.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { swapIn } from './swap-in.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'console')
const build = join(folder, 'dist')
const stamp = join(build, '.built')

/** The compressed bytes that a browser loads for the first view. */
const firstLoadMax = 150 * 1024

function* filesIn(path) {
  if (!statSync(path).isDirectory()) return yield path
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) yield join(entry.parentPath ?? entry.path, entry.name)
}

const inputs = ['src', 'index.html', 'vite.config.ts', 'package.json', '../sdk/src'].map((name) =>
  join(folder, name),
)

/** Whether the build is older than its sources; never without sources, as in the container image. */
export function isStale() {
  if (!existsSync(join(folder, 'src'))) return false
  if (!existsSync(stamp)) return true
  const builtAt = statSync(stamp).mtimeMs
  return inputs.some((input) => [...filesIn(input)].some((file) => statSync(file).mtimeMs > builtAt))
}

async function buildConsole(isWanted) {
  if (!existsSync(join(folder, 'src'))) return
  // A test run sets NODE_ENV to `test`, which would bundle the development build of React.
  process.env.NODE_ENV = 'production'
  const { build: viteBuild } = await import('vite')
  // A temporary name, because a failed build leaves its folder behind.
  const fresh = join(root, 'node_modules', '.cache', `console.${process.pid}`)
  await viteBuild({
    root: folder,
    logLevel: 'warn',
    build: { outDir: fresh, emptyOutDir: true },
  })
  const bytes = firstLoadBytes(fresh)
  if (bytes > firstLoadMax)
    throw new Error(`the console loads ${bytes} bytes at first, compressed; ${firstLoadMax} are allowed`)
  writeFileSync(join(fresh, '.built'), `${bytes}\n`)
  swapIn(fresh, build, isWanted)
}

/** The page and all files that it references. */
function firstLoadBytes(made) {
  const page = readFileSync(join(made, 'index.html'), 'utf8')
  const names = [...page.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+)"/g)].map(([, name]) => name)
  return ['index.html', ...new Set(names)].reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(made, name))).length,
    0,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  if (process.argv[2] !== '--if-stale') await buildConsole()
  else if (isStale()) await buildConsole(isStale)
