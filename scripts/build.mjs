// Builds the server and the packages that it is made of into `server/dist`. It strips types file by file and checks
// nothing (`npm run check` does), so it takes a second or two. Imports of these packages become relative ones: a
// deployed server needs none of their folders. The program `cli.js` starts a bundle of all of these files and of the
// libraries they use: finding, opening and linking a thousand files was half of the start time. The single files remain
// for threads, which load one source each, and for tests. Files that browsers load are copied unchanged.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { swapIn } from './swap-in.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
export const build = join(root, 'server/dist')
const stamp = join(build, '.built')
/**
 * Where the source of each package is, and its folder in the build. Each file in its `libraries` exports what is used
 * of a library, which is bundled.
 */
const packages = [
  { name: '@quarry/kit', source: join(root, 'kit/src'), folder: 'kit', libraries: 'libraries' },
  { name: '@quarry/sources', source: join(root, 'sources/src'), folder: 'sources', libraries: 'libraries' },
  { name: '@quarry/server', source: join(root, 'server/src'), folder: '', libraries: 'platform/libraries' },
]
/** These start threads or find their stack frames from files beside them. */
const unbundled = ['ioredis', 'pino', 'piscina']
/** The lock has the versions of the bundled libraries. */
const lock = fileURLToPath(new URL('../package-lock.json', import.meta.url))

/** Without tests and what only tests use. */
const sourceFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => /\.(?:ts|js|css|svg)$/.test(file) && !/\.(?:test|d)\.ts$/.test(file))
    .filter((file) => !relative(folder, file).startsWith(`testing${sep}`))

/**
 * Whether a source or the lock is newer than the build. Without sources (an image that ships the build alone) it never
 * is.
 */
export function isStale() {
  if (!packages.every(({ source }) => existsSync(source))) return false
  if (!existsSync(stamp)) return true
  const builtAt = statSync(stamp).mtimeMs
  return [...packages.flatMap(({ source }) => sourceFiles(source)), lock].some(
    (file) => statSync(file).mtimeMs > builtAt,
  )
}

async function makeBuild(target, isWanted) {
  const { transformSync } = await import('rolldown/utils')
  const fresh = `${target}.${process.pid}`
  for (const { source, folder, libraries } of packages) {
    await bundleLibraries(join(source, libraries), join(fresh, folder, libraries))
    for (const file of sourceFiles(source)) {
      if (dirname(file) === join(source, libraries)) continue
      const made = join(fresh, folder, relative(source, file).replace(/\.ts$/, '.js'))
      mkdirSync(dirname(made), { recursive: true })
      if (!file.endsWith('.ts')) copyFileSync(file, made)
      else writeFileSync(made, withRelativeImports(stripTypes(transformSync, file), made, fresh))
    }
  }
  await bundleProgram(fresh)
  writeFileSync(join(fresh, '.built'), '')
  swapIn(fresh, target, isWanted)
}

/** Writes the program `cli.js`, which imports the bundle of `app/cli.js`. */
async function bundleProgram(folder) {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: join(folder, 'app/cli.js'),
    platform: 'node',
    external: unbundled,
    plugins: [keepModuleUrls(folder)],
  })
  const options = { dir: join(folder, 'bundle'), format: 'esm', chunkFileNames: '[name]-[hash].js' }
  const { output } = await bundle.write(options)
  await bundle.close()
  const wrong = output.find(({ code }) => /\b__dirname\b/.test(code))
  if (wrong)
    throw new Error(`a library in ${wrong.fileName} looks for files beside it: add it to \`unbundled\``)
  writeFileSync(join(folder, 'cli.js'), 'import "./bundle/cli.js"\n')
}

/** Keeps `import.meta.url` of each file, which finds threads, assets and sources relative to that file. */
const keepModuleUrls = (folder) => ({
  name: 'keep-module-urls',
  transform(code, id) {
    if (!id.startsWith(folder + sep) || !code.includes('import.meta.url')) return null
    const url = `new URL("../${relative(folder, id).replaceAll(sep, '/')}", import.meta.url).href`
    return listModuleUrls(this.parse(code)).reduceRight(
      (text, { start, end }) => text.slice(0, start) + url + text.slice(end),
      code,
    )
  },
})

/** Where a syntax tree has the expression `import.meta.url`, in order; the same words in a text do not count. */
function listModuleUrls(node) {
  if (node === null || typeof node !== 'object') return []
  if (node.type === 'MemberExpression' && node.object.type === 'MetaProperty')
    return node.property.name === 'url' ? [node] : []
  return Object.values(node).flatMap(listModuleUrls)
}

function stripTypes(transformSync, file) {
  const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    lang: 'ts',
    target: 'es2023',
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
  })
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  return code
}

/** `from "@quarry/kit/read/dates"` becomes `from "../../kit/read/dates.js"`. */
function withRelativeImports(code, file, fresh) {
  return code.replace(
    /\b(from|import) ?(\(?)"(@quarry\/[a-z]+)(?:\/([\w./-]+))?"/g,
    (_, word, open, name, path) => {
      const { folder } = packages.find((entry) => entry.name === name)
      const made = relative(dirname(file), join(fresh, folder, `${path ?? 'index'}.js`)).replaceAll(sep, '/')
      return `${word} ${open}"${made.startsWith('.') ? made : `./${made}`}"`
    },
  )
}

async function bundleLibraries(folder, target) {
  if (!existsSync(folder)) return
  const { rolldown } = await import('rolldown')
  const input = readdirSync(folder).map((name) => join(folder, name))
  const bundle = await rolldown({ input, platform: 'node' })
  // Names stay for stack traces; comments and white space go, because each thread keeps the text in memory.
  const minify = { mangle: false, compress: false, codegen: { removeWhitespace: true } }
  await bundle.write({ dir: target, format: 'esm', chunkFileNames: 'parts/[name].js', minify })
  await bundle.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  if (process.argv[2] !== '--if-stale') await makeBuild(process.argv[2] ?? build)
  else if (isStale()) await makeBuild(build, isStale)
