// The command line as it is built, in processes of its own, with a home where nothing is kept.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../..', import.meta.url))

export type Run = { code: number | null; stdout: string; stderr: string }
export type Started = {
  process: ChildProcess
  stdout: () => string
  stderr: () => string
  ended: Promise<Run>
}
export type Given = { env?: NodeJS.ProcessEnv; input?: string; cwd?: string }

export type BuiltQuarry = {
  program: string
  folder: string
  start: (args: readonly string[], given?: Given) => Started
  run: (args: readonly string[], given?: Given) => Promise<Run>
  remove: () => void
}

/** Inside the workspace, where the packages that it needs are found. */
export function buildQuarry(): BuiltQuarry {
  const target = join(cli, `node_modules/.cache/quarry-${process.pid}-${Date.now()}`)
  execFileSync(process.execPath, [join(cli, 'build.mjs'), target])
  return quarryAt(join(target, 'quarry.js'), () => rmSync(target, { recursive: true, force: true }))
}

export function quarryAt(program: string, remove: () => void = () => {}): BuiltQuarry {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-cli-'))
  const start: BuiltQuarry['start'] = (args, { env = {}, input, cwd = folder } = {}) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: folder, ...env },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    if (input !== undefined) child.stdin.end(input)
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
    return { process: child, stdout: () => stdout, stderr: () => stderr, ended }
  }
  return {
    program,
    folder,
    start,
    run: (args, given = {}) => start(args, { input: '', ...given }).ended,
    remove() {
      remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
