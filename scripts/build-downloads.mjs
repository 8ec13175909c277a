// Builds the packages that a server offers under /downloads: the SDK and the source kit with their types, and the
// command line as one program with everything it needs inside. None is on a registry, so nothing may be left to fetch
// at install time.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleCli } from '../cli/build.mjs'
import { buildKit, describePackage } from '../kit/build.mjs'
import { buildSdk } from '../sdk/build.mjs'
import { collectLicences } from './collect-licences.mjs'
import { packTarball } from './pack-tarball.mjs'
import { swapIn } from './swap-in.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
export const build = join(root, 'server/downloads')
const stamp = join(build, '.built')
const sources = ['sdk/src', 'cli/src', 'cli/templates', 'kit/src'].map((name) => join(root, name))

function listFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
}

/** Whether a source is newer than the build. Without sources (an image that ships the build alone) it never is. */
export function isStale() {
  if (!sources.every((folder) => existsSync(folder))) return false
  if (!existsSync(stamp)) return true
  const builtAt = statSync(stamp).mtimeMs
  const others = [
    'package-lock.json',
    'sdk/tsconfig.build.json',
    'sdk/tsconfig.cjs.json',
    'sdk/build.mjs',
    'cli/build.mjs',
    'kit/build.mjs',
    'kit/tsconfig.build.json',
    'scripts/build-downloads.mjs',
    'scripts/pack-tarball.mjs',
    ...['sdk', 'cli', 'kit'].flatMap((name) =>
      ['package.json', 'README.md', 'LICENSE'].map((file) => `${name}/${file}`),
    ),
  ].map((name) => join(root, name))
  return [...sources.flatMap(listFiles), ...others].some((file) => statSync(file).mtimeMs > builtAt)
}

async function makeBuild(target, isWanted) {
  const work = mkdtempSync(join(tmpdir(), 'quarry-downloads-'))
  const fresh = `${target}.${process.pid}`
  try {
    mkdirSync(fresh, { recursive: true })
    writeFileSync(join(fresh, 'sdk.tgz'), packSdk(join(work, 'sdk')))
    writeFileSync(join(fresh, 'cli.tgz'), await packCli(join(work, 'cli')))
    writeFileSync(join(fresh, 'kit.tgz'), await packKit(join(work, 'kit')))
    writeFileSync(join(fresh, '.built'), '')
    swapIn(fresh, target, isWanted)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function packSdk(folder) {
  buildSdk(folder)
  return packTarball({ ...readDescription('sdk'), ...readBuilt(folder) })
}

async function packCli(folder) {
  const modules = await bundleCli(folder, [/^node:/])
  const notices = { 'THIRD-PARTY-LICENSES.txt': collectLicences(modules) }
  return packTarball({ ...readDescription('cli'), ...readBuilt(folder), ...notices }, ['dist/quarry.js'])
}

async function packKit(folder) {
  await buildKit(folder)
  const about = `${JSON.stringify(describePackage(), null, 2)}\n`
  return packTarball({ ...readDescription('kit'), 'package.json': about, ...readBuilt(folder) })
}

/** Without the fields that only a checkout needs; all dependencies are bundled. */
function readDescription(workspace) {
  const read = (name) => readFileSync(join(root, workspace, name), 'utf8')
  const about = JSON.parse(read('package.json'))
  for (const name of ['dependencies', 'devDependencies', 'publishConfig', 'scripts']) delete about[name]
  return {
    'package.json': `${JSON.stringify(about, null, 2)}\n`,
    'README.md': read('README.md'),
    LICENSE: read('LICENSE'),
  }
}

function readBuilt(folder) {
  return Object.fromEntries(
    listFiles(folder).map((file) => [
      `dist/${file.slice(folder.length + 1).replaceAll(sep, '/')}`,
      readFileSync(file),
    ]),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  if (process.argv[2] !== '--if-stale') await makeBuild(process.argv[2] ?? build)
  else if (isStale()) await makeBuild(build, isStale)
