// Builds the kit as a package: JavaScript with types, and the libraries that it uses inside, so that it installs without
// a registry. In the repository the kit is imported from its sources; `npm pack -w kit` swaps the package.json of the
// package in for as long as it packs.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { collectLicences } from '../scripts/collect-licences.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '..')
const manifest = join(here, 'package.json')
const saved = join(here, 'package.json.saved')
const vendored = 'libraries/typebox-types'

/** The package.json of the package: it exports the build and needs no other package. */
export function describePackage() {
  const about = JSON.parse(readFileSync(existsSync(saved) ? saved : manifest, 'utf8'))
  for (const name of ['dependencies', 'publishConfig', 'scripts']) delete about[name]
  const toTarget = (file) => {
    const path = file.replace('./src/', './dist/').replace(/\.ts$/, '')
    return { types: `${path}.d.ts`, default: `${path}.js` }
  }
  const targets = Object.entries(about.exports).map(([name, file]) => [name, toTarget(file)])
  about.exports = { ...Object.fromEntries(targets), './package.json': './package.json' }
  return about
}

/** Writes the build into an empty folder. */
export async function buildKit(folder) {
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
  const args = [compiler, '-p', join(here, 'tsconfig.build.json'), '--outDir', folder]
  if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0)
    throw new Error('the kit could not be compiled')
  const modules = await bundleLibraries(join(folder, 'libraries'))
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), collectLicences(modules))
  const types = join(root, 'node_modules/typebox/build')
  cpSync(types, join(folder, vendored), {
    recursive: true,
    filter: (file) => statSync(file).isDirectory() || file.endsWith('.d.mts'),
  })
  for (const name of readdirSync(folder, { recursive: true }))
    if (name.endsWith('.d.ts')) closeTypes(join(folder, name), folder)
}

async function bundleLibraries(folder) {
  const { rolldown } = await import('rolldown')
  const sources = join(here, 'src/libraries')
  const input = readdirSync(sources).map((name) => join(sources, name))
  const bundle = await rolldown({ input, cwd: here, platform: 'node' })
  const { output } = await bundle.write({ dir: folder, format: 'esm', chunkFileNames: 'parts/[name].js' })
  await bundle.close()
  return output.flatMap((chunk) => chunk.moduleIds ?? [])
}

/** Types of other packages: those of schemas are in the package; those that only the kit itself uses are left open. */
function closeTypes(file, folder) {
  const target = (path) => {
    const found = relative(dirname(file), join(folder, vendored, path)).replaceAll(sep, '/')
    return found.startsWith('.') ? found : `./${found}`
  }
  const text = readFileSync(file, 'utf8')
    .replaceAll(/(['"])typebox\1/g, (_, quote) => `${quote}${target('index.mjs')}${quote}`)
    .replaceAll(/(['"])typebox\/compile\1/g, (_, quote) => `${quote}${target('compile/index.mjs')}${quote}`)
    .replace(/^import type \{ Options \} from 'css-select';$/m, 'type Options<_Node, _Element> = unknown;')
    .replace(
      /^import type \{ TokenizerCallbacks \} from 'htmlparser2';$/m,
      'type TokenizerCallbacks = Record<string, (...values: never[]) => void>;',
    )
    .replaceAll(
      /^export \{ ([\w, ]+) \} from '(?:css-select|dom-serializer|htmlparser2|secure-json-parse|feedsmith)';$/gm,
      (_, names) =>
        names
          .split(', ')
          .map((name) => `export declare const ${name}: unknown;`)
          .join('\n'),
    )
  const left = /(?:from |import\()['"]([^.'"][^'"]*)['"]/.exec(text)?.[1]
  if (left !== undefined && !left.startsWith('node:'))
    throw new Error(`${file} needs types of ${left}, which the package does not have`)
  writeFileSync(file, text)
}

/** For `npm pack -w kit`: the build, and the package.json of the package. */
async function prepare() {
  if (existsSync(saved)) restore()
  rmSync(join(here, 'dist'), { recursive: true, force: true })
  await buildKit(join(here, 'dist'))
  const about = describePackage()
  renameSync(manifest, saved)
  writeFileSync(manifest, `${JSON.stringify(about, null, 2)}\n`)
}

const restore = () => renameSync(saved, manifest)

if (process.argv[1] === fileURLToPath(import.meta.url))
  if (process.argv[2] === '--restore') restore()
  else await prepare()
