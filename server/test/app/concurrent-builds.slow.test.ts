// Several processes that start at once may each find the build missing or stale and rebuild it; each swap must be
// atomic.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const swap = new URL('../../../scripts/swap-in.mjs', import.meta.url).href
type SwapIn = (fresh: string, target: string, isWanted?: () => boolean) => void
const { swapIn } = (await import(swap)) as { swapIn: SwapIn }

const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-swap-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
const makeBuild = (path: string, content: string): string => {
  mkdirSync(path)
  writeFileSync(join(path, 'file'), content)
  return path
}
const readContent = (path: string) => readFileSync(join(path, 'file'), 'utf8')

test('a new build replaces an old one, a missing one and an empty folder, and leaves no other files', () => {
  const folder = emptyFolder()
  const target = join(folder, 'dist')
  for (const content of ['first', 'second']) {
    swapIn(makeBuild(join(folder, 'fresh'), content), target)
    expect([readContent(target), readdirSync(folder)]).toEqual([content, ['dist']])
  }
  rmSync(target, { recursive: true })
  mkdirSync(target)
  swapIn(makeBuild(join(folder, 'fresh'), 'third'), target)
  expect([readContent(target), readdirSync(folder)]).toEqual(['third', ['dist']])
})

test('a build that another process put there meanwhile is kept', () => {
  const folder = emptyFolder()
  const target = makeBuild(join(folder, 'dist'), 'theirs')
  swapIn(makeBuild(join(folder, 'fresh'), 'ours'), target, () => false)
  expect([readContent(target), readdirSync(folder)]).toEqual(['theirs', ['dist']])
})

test('a build that cannot be moved into place is an error', () => {
  const folder = emptyFolder()
  expect(() => swapIn(join(folder, 'never-made'), join(folder, 'dist'))).toThrow('ENOENT')
  expect(existsSync(join(folder, 'dist'))).toBe(false)
})

test('many swaps at once all succeed, and one complete build remains', async () => {
  const folder = emptyFolder()
  const target = join(folder, 'dist')
  const program = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { swapIn } from '${swap}'
    const [folder, name] = process.argv.slice(1)
    for (let round = 0; round < 300; round += 1) {
      const fresh = folder + '/fresh.' + name
      mkdirSync(fresh)
      writeFileSync(fresh + '/file', name)
      swapIn(fresh, folder + '/dist')
    }`
  const names = ['one', 'two', 'three', 'four']
  const ends = await Promise.all(
    names.map(async (name) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder, name])
      let output = ''
      child.stderr.on('data', (chunk) => (output += chunk))
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, output }
    }),
  )
  expect(ends).toEqual(names.map(() => ({ code: 0, output: '' })))
  expect(readdirSync(folder)).toEqual(['dist'])
  expect(names).toContain(readContent(target))
})
