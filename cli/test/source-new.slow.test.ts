// `quarry source new` writes a package that installs, passes its tests and the generic checks as it stands, in an empty
// folder with the kit that a server offers.
import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDownloads } from '../../server/test/support/builds.ts'
import { type PackageRegistry, startPackageRegistry } from '../../server/test/support/package-registry.ts'
import { type BuiltQuarry, buildQuarry, type Run } from './support/quarry.ts'

const tarball = fileURLToPath(new URL('../../server/downloads/kit.tgz', import.meta.url))
const repository = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
let quarry: BuiltQuarry
let registry: PackageRegistry
beforeAll(async () => {
  buildDownloads()
  folder = mkdtempSync(join(tmpdir(), 'quarry-source-new-'))
  quarry = buildQuarry()
  registry = await startPackageRegistry()
})
afterAll(async () => {
  quarry.remove()
  await registry.close()
  rmSync(folder, { recursive: true, force: true })
})

function run(program: string, args: readonly string[], cwd: string): Promise<Run> {
  const env = { PATH: process.env.PATH, HOME: folder, ...registry.env(folder) }
  const child = spawn(program, args, { cwd, env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
}
const create = (...args: string[]) => quarry.run(['source', 'new', ...args], { cwd: folder })

test.each(['page', 'api', 'list'] as const)(
  'a plugin of the kind %s passes npm test and the checks as it stands',
  async (kind) => {
    const name = `my_${kind}`
    const created = await create(name, '--kind', kind, '--kit', tarball)
    expect([created.code, created.stdout]).toEqual([0, ''])
    expect(created.stderr).toContain(`Created ${name} with the kit`)
    const place = join(folder, name)
    const files = readdirSync(place, { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(expect.arrayContaining(['README.md', '.gitignore', 'kit.tgz', 'src/sandbox.ts']))
    for (const file of files.filter((candidate) => /\.(?:ts|js|json|md)$/.test(candidate)))
      expect([file, readFileSync(join(place, file), 'utf8')]).toEqual([
        file,
        expect.not.stringMatching(/my[_-]source|My source/i),
      ])
    // All kinds need the same packages.
    if (kind !== 'page') symlinkSync(join(folder, 'my_page/node_modules'), join(place, 'node_modules'))
    else expect(await run('npm', ['install'], place)).toMatchObject({ code: 0, stderr: '' })
    const test = kind === 'page' ? ['npm', 'test'] : ['sh', '-c', 'node_modules/.bin/tsc && node --test']
    const [program = '', ...args] = test
    const tested = await run(program, args, place)
    expect([tested.code, tested.stderr, tested.stdout]).toEqual([0, '', expect.stringMatching(/fail 0\b/)])
    // The tests of each package run the checks too.
    if (kind !== 'page') return
    const checked = await quarry.run(['source', 'check'], { cwd: place })
    expect([checked.code, checked.stderr, checked.stdout]).toEqual([
      0,
      '',
      expect.stringMatching(/^\/v2\/my_\w+\/\w+\n( {2}ok {7}.*\n){12}All checks passed\.\n$/),
    ])
  },
)

test('wrong names, folders and kits are refused with one line, and leave nothing behind', async () => {
  mkdirSync(join(folder, 'taken'))
  writeFileSync(join(folder, 'other.tgz'), 'no tarball')
  const refused: [args: string[], code: number, message: RegExp][] = [
    [['Recipes', '--kit', tarball], 2, /"Recipes" cannot be the name of a source; use 1 to 30 lower-case/],
    [['my-recipes', '--kit', tarball], 2, /"my-recipes" cannot be the name/],
    [['jobs', '--kit', tarball], 2, /the server uses the name jobs itself; choose another name/],
    [['taken', '--kit', tarball], 2, /taken already exists; choose another name/],
    [['no/such/recipes', '--kit', tarball], 2, /such does not exist; create it first/],
    [['recipes', '--kit', 'gone.tgz'], 2, /--kit: gone.tgz cannot be read; name a file/],
    [['recipes', '--kit', 'other.tgz'], 2, /other.tgz is not the source kit; use kit.tgz of your server/],
    [['recipes', '--kit', tarball, '--server', 'x'], 2, /use either --kit or --server/],
    [['recipes', '--kind', 'feed'], 2, /Allowed choices are page, api, list/],
    [
      ['recipes', '--server', 'http://127.0.0.1:9'],
      7,
      /could not be downloaded from http.*; start your server/,
    ],
    [['recipes', '--server', folder], 2, /--server: .*kit.tgz cannot be read/],
  ]
  for (const [args, code, message] of refused) {
    const end = await create(...args)
    expect([args, end.code, end.stdout, end.stderr]).toEqual([args, code, '', expect.stringMatching(message)])
    expect(end.stderr.trim().split('\n')).toHaveLength(1)
  }
  expect(existsSync(join(folder, 'recipes'))).toBe(false)
})

test('the folder of a server has the kit too', async () => {
  const { code } = await create('from_folder', '--server', repository)
  expect(code).toBe(0)
  expect(readFileSync(join(folder, 'from_folder/kit.tgz')).equals(readFileSync(tarball))).toBe(true)
})
