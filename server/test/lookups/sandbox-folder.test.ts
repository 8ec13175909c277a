// Socket folders of killed servers are deleted at the next start; those of running and paused servers are kept.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSocketFolder, startSandbox } from '../../src/fetching/sandbox/start-sandbox.ts'

let parentFolder: string
const holders: ChildProcess[] = []
beforeEach(async () => {
  parentFolder = await mkdtemp(join(tmpdir(), 'quarry-folders-'))
})
afterEach(async () => {
  for (const startHolder of holders.splice(0)) startHolder.kill('SIGKILL')
  await rm(parentFolder, { recursive: true, force: true })
})

/** Starts a process that listens in its own folder, as a server does. */
async function startHolder(name: string): Promise<ChildProcess> {
  const folder = join(parentFolder, name)
  await mkdir(folder, { mode: 0o700 })
  const program = `require('node:net').createServer().listen(process.argv[1], () => console.log('listening'))`
  const child = spawn(process.execPath, ['-e', program, join(folder, 's')])
  holders.push(child)
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

const old = (path: string) => utimes(path, 0, 0)

test('the folder of a killed server is deleted, those of a running and of a paused one are kept', async () => {
  await kill(await startHolder('quarry-sandbox-killed'))
  await startHolder('quarry-sandbox-living')
  ;(await startHolder('quarry-sandbox-paused')).kill('SIGSTOP')
  const { socketPath, remove } = await createSocketFolder(parentFolder)
  const own = basename(dirname(socketPath))
  expect((await readdir(parentFolder)).sort()).toEqual(
    [own, 'quarry-sandbox-living', 'quarry-sandbox-paused'].sort(),
  )
  await remove()
  expect(await readdir(parentFolder)).not.toContain(own)
})

test('an old folder without a socket is deleted, and other folders are kept', async () => {
  for (const name of [
    'quarry-sandbox-begun00',
    'quarry-sandbox-begun1',
    'quarry-sandbox-aged01',
    'quarry-sandbox-',
  ])
    await mkdir(join(parentFolder, name))
  await mkdir(join(parentFolder, 'quarry-sandbox-deep01/inner'), { recursive: true })
  await symlink(parentFolder, join(parentFolder, 'quarry-sandbox-link01'))
  await writeFile(join(parentFolder, 'quarry-sandbox-file01'), '')
  for (const name of ['begun00', 'aged01', 'deep01', 'file01', ''])
    await old(join(parentFolder, `quarry-sandbox-${name}`))
  const { socketPath } = await createSocketFolder(parentFolder)
  expect((await readdir(parentFolder)).sort()).toEqual(
    [
      basename(dirname(socketPath)),
      'quarry-sandbox-',
      'quarry-sandbox-begun00',
      'quarry-sandbox-begun1',
      'quarry-sandbox-deep01',
      'quarry-sandbox-file01',
      'quarry-sandbox-link01',
    ].sort(),
  )
})

test('the folder of a running sandbox is kept, and closing the sandbox deletes it', async () => {
  const first = await createSocketFolder(parentFolder)
  const sandbox = await startSandbox({ sites: [], socketPath: first.socketPath, clock: () => new Date() })
  await old(dirname(first.socketPath))
  const second = await createSocketFolder(parentFolder)
  expect(await readdir(dirname(first.socketPath))).toEqual(['s'])
  await sandbox.close()
  await first.remove()
  await second.remove()
  expect(await readdir(parentFolder)).toEqual([])
})
