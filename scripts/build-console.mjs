// Builds the console where it is missing or older than what it is made of. Vite is loaded only then.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { swapIn } from './swap-in.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'console')
const build = join(folder, 'dist')
const stamp = join(build, '.built')

/** What a browser loads before it shows anything, compressed. */
const firstLoadMax = 150 * 1024

function* filesIn(path) {
  if (!statSync(path).isDirectory()) return yield path
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) yield join(entry.parentPath ?? entry.path, entry.name)
}

const inputs = ['src', 'index.html', 'vite.config.ts', 'package.json', '../sdk/src'].map((name) =>
  join(folder, name),
)

/** Without sources (an image that ships the build alone) it never is. */
export function isStale() {
  if (!existsSync(join(folder, 'src'))) return false
  if (!existsSync(stamp)) return true
  const builtAt = statSync(stamp).mtimeMs
  return inputs.some((input) => [...filesIn(input)].some((file) => statSync(file).mtimeMs > builtAt))
}

async function buildConsole(isWanted) {
  if (!existsSync(join(folder, 'src'))) return
  // A test run says `test` here, and React would come with everything for developers.
  process.env.NODE_ENV = 'production'
  const { build: viteBuild } = await import('vite')
  // Where nothing else looks, since a build that fails leaves it behind.
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

/** The page and every file that it names. */
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
