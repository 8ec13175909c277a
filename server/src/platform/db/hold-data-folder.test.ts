// One process at a time holds a data folder, also after crashes and at simultaneous starts.
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DataFolderHold, DataFolderInUse, holdDataFolder } from './hold-data-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hold-'))
})
afterEach(() => rm(folder, { recursive: true }))

const owners = () => readdir(join(folder, 'owner'))

describe('holdDataFolder', () => {
  test('of many processes at once exactly one gets the folder, every time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const all = await Promise.allSettled(Array.from({ length: 8 }, () => holdDataFolder(folder, 'serve')))
      const holds = all.flatMap((one): DataFolderHold[] => (one.status === 'fulfilled' ? [one.value] : []))
      expect(holds).toHaveLength(1)
      for (const one of all) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(DataFolderInUse)
      await holds[0]?.release()
      expect(await owners()).toEqual([])
    }
  })

  test('reports the process that has the folder and its purpose', async () => {
    const hold = await holdDataFolder(folder, 'command')
    const refused = await holdDataFolder(folder, 'serve').catch((error: unknown) => error)
    expect(refused).toMatchObject({
      message: `the data folder ${folder} is in use by process ${process.pid}`,
      pid: process.pid,
      purpose: 'command',
    })
    expect(await owners()).toHaveLength(1)
    await hold.release()
    await (await holdDataFolder(folder, 'serve')).release()
  })

  test('the mark of a dead process is removed, whatever process has its id now', async () => {
    await mkdir(join(folder, 'owner'))
    const dead = createServer()
    await new Promise<void>((resolve) => dead.listen(join(folder, 'bound'), resolve))
    // Renamed, so that closing the server does not remove it, as after a kill.
    await rename(join(folder, 'bound'), join(folder, 'owner', `0123456789abcdef-${process.pid}.sock`))
    await new Promise((resolve) => dead.close(resolve))
    expect(await owners()).toHaveLength(1)
    const hold = await holdDataFolder(folder, 'serve')
    expect(await owners()).toHaveLength(1)
    await hold.release()
    expect(await owners()).toEqual([])
  })

  test('a process that accepts without a reply counts as running', async () => {
    await mkdir(join(folder, 'owner'))
    const silent = createServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((resolve) => {
      silent.listen(join(folder, 'owner', 'ffffffffffffffff-4711.sock'), resolve)
    })
    await expect(holdDataFolder(folder, 'serve')).rejects.toThrow('in use by process 4711')
    silent.close()
  })

  test('a rival that has not decided yet is waited for', async () => {
    await mkdir(join(folder, 'owner'))
    const path = join(folder, 'owner', 'ffffffffffffffff-4711.sock')
    for (const end of ['owner', 'withdrawn']) {
      let askCount = 0
      const rival = createServer((socket) => {
        askCount += 1
        const decided = askCount > 2
        if (decided && end === 'withdrawn') rival.close()
        socket.end(
          JSON.stringify({ purpose: 'serve', state: decided && end === 'owner' ? 'owner' : 'candidate' }),
        )
      })
      await new Promise<void>((resolve) => rival.listen(path, resolve))
      const holding = holdDataFolder(folder, 'serve')
      if (end === 'owner') await expect(holding).rejects.toThrow('in use by process 4711')
      else await (await holding).release()
      expect(askCount).toBe(3)
      rival.close()
    }
  })

  test('a folder too deep for a socket address is held just as well', async () => {
    const deep = join(folder, 'x'.repeat(120))
    await mkdir(deep)
    const hold = await holdDataFolder(deep, 'serve')
    await expect(holdDataFolder(deep, 'serve')).rejects.toBeInstanceOf(DataFolderInUse)
    await hold.release()
    await (await holdDataFolder(deep, 'serve')).release()
  })
})
