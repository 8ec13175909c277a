// Several starts at once may each find the build missing or old, and make it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const swap = new URL('../../scripts/swap-in.mjs', import.meta.url).href
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

test('a fresh build takes the place of an old one, of none and of an empty folder, and leaves nothing beside it', () => {
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

test('what another start has put there meanwhile stays', () => {
  const folder = emptyFolder()
  const target = makeBuild(join(folder, 'dist'), 'theirs')
  swapIn(makeBuild(join(folder, 'fresh'), 'ours'), target, () => false)
  expect([readContent(target), readdirSync(folder)]).toEqual(['theirs', ['dist']])
})

test('a build that cannot be put in its place is an error', () => {
  const folder = emptyFolder()
  expect(() => swapIn(join(folder, 'never-made'), join(folder, 'dist'))).toThrow('ENOENT')
  expect(existsSync(join(folder, 'dist'))).toBe(false)
})

test('many at once all succeed, and one of their builds stands whole', async () => {
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
      let said = ''
      child.stderr.on('data', (chunk) => (said += chunk))
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, said }
    }),
  )
  expect(ends).toEqual(names.map(() => ({ code: 0, said: '' })))
  expect(readdirSync(folder)).toEqual(['dist'])
  expect(names).toContain(readContent(target))
})
