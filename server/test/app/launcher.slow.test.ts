// `scripts/run.mjs serve`, as `npm start`, the image and the systemd unit run it: a launcher that starts the server
// with its start options, forwards signals, and never leaves a server behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { mallocVariables, nodeFlags } from '../../../scripts/start-options.mjs'
import { createTempFolder } from '../support/temp-folder.ts'

const launcher = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url))
const builtCli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const folder = createTempFolder('quarry-launcher-')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Launched = { process: ChildProcess; output: () => string; serverPid: number }

function launch(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [launcher, 'serve'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, QUARRY_PORT: '0', ...env },
  })
}

async function start(dataDir: string): Promise<Launched> {
  const child = launch({ QUARRY_DATA_DIR: dataDir })
  let output = ''
  child.stderr?.on('data', (chunk) => (output += chunk))
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (/curl/.test(output)) resolve()
    })
    child.on('exit', (code) => reject(new Error(`the launcher ended with ${code}: ${output}`)))
  })
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  return { process: child, output: () => output, serverPid: Number(children.trim().split(' ')[0]) }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('the server gets its start options, and SIGTERM ends both with code 0', async () => {
  const { process: child, serverPid } = await start(join(folder, 'signals'))
  const command = readFileSync(`/proc/${serverPid}/cmdline`, 'utf8').split('\0')
  expect(command).toEqual(expect.arrayContaining([...nodeFlags]))
  const environment = readFileSync(`/proc/${serverPid}/environ`, 'utf8').split('\0')
  for (const [name, value] of Object.entries(mallocVariables))
    expect(environment).toContain(`${name}=${value}`)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(isRunning(serverPid)).toBe(false)
})

test('a server ends when its launcher is killed, and the next start works', async () => {
  const { process: child, serverPid } = await start(join(folder, 'killed'))
  child.kill('SIGKILL')
  await expect.poll(() => isRunning(serverPid)).toBe(false)
  const next = await start(join(folder, 'killed'))
  next.process.kill('SIGINT')
  expect(await once(next.process, 'exit')).toEqual([0, null])
})

test('a server that cannot start ends the launcher with its exit code and message', async () => {
  const child = launch({ QUARRY_DATA_DIR: join(folder, 'bad'), QUARRY_PORT: 'many' })
  let stderr = ''
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(stderr).toContain('QUARRY_PORT')
})

test('on a platform without an embedded PostgreSQL two lines explain what to do', async () => {
  const otherPlatform = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })`
  const child = spawn(process.execPath, ['--import', otherPlatform, builtCli, 'serve'], {
    env: { PATH: process.env.PATH, QUARRY_PORT: '0', QUARRY_DATA_DIR: join(folder, 'platform') },
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += chunk))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^quarry: the embedded PostgreSQL does not run on this platform \(win32-\w+: /),
    expect.stringMatching(/^quarry: set DATABASE_URL .* or run the container: /),
    '',
  ])
})
