// Builds the package twice, with types: ES modules in dist, CommonJS in dist/cjs.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const builder = fileURLToPath(import.meta.url)
const here = dirname(builder)
const require = createRequire(import.meta.url)
const compiler = join(dirname(require.resolve('typescript-native/package.json')), 'bin/tsc')

function compile(config, folder) {
  const args = [compiler, '-p', join(here, config), '--outDir', folder]
  execFileSync(process.execPath, args, { stdio: 'inherit' })
}

/** Replaces the folder by a fresh build. */
export function buildSdk(folder) {
  rmSync(folder, { recursive: true, force: true })
  compile('tsconfig.build.json', folder)
  compile('tsconfig.cjs.json', join(folder, 'cjs'))
  writeFileSync(join(folder, 'cjs/package.json'), '{"type":"commonjs"}\n')
}

if (process.argv[1] === builder) buildSdk(join(here, 'dist'))
