// Builds the server: types are taken away file by file, nothing is checked or bundled, so it takes a second or two.
// What a page loads is written for browsers as it is, and copied.
// `npm run check` is where types are checked.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../server', import.meta.url))
const sources = join(server, 'src')
export const build = join(server, 'dist')
const stamp = join(build, '.built')

const sourceFiles = () =>
  readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => /\.(?:ts|js|css|svg)$/.test(file) && !file.endsWith('.test.ts'))

/** Whether a source is newer than the build. Without sources (an image that ships the build alone) it never is. */
export function isStale() {
  if (!existsSync(sources)) return false
  if (!existsSync(stamp)) return true
  const builtAt = statSync(stamp).mtimeMs
  return sourceFiles().some((file) => statSync(file).mtimeMs > builtAt)
}

// Made beside the old build and swapped in whole, so that two starts at once cannot mix their files.
async function makeBuild() {
  const { default: ts } = await import('typescript')
  const compilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  }
  const fresh = `${build}.${process.pid}`
  for (const file of sourceFiles()) {
    const target = join(fresh, relative(sources, file).replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    if (!file.endsWith('.ts')) {
      copyFileSync(file, target)
      continue
    }
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions, fileName: file })
    writeFileSync(target, outputText)
  }
  writeFileSync(join(fresh, '.built'), '')
  const old = `${build}.old.${process.pid}`
  if (existsSync(build)) renameSync(build, old)
  renameSync(fresh, build)
  rmSync(old, { recursive: true, force: true })
}

const isCurrentEnough = () => process.argv.includes('--if-stale') && !isStale()

if (process.argv[1] === fileURLToPath(import.meta.url) && !isCurrentEnough()) await makeBuild()
