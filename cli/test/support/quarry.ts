// The built command line in its own processes, with an empty home folder.
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
export type RunOptions = { env?: NodeJS.ProcessEnv; input?: string; cwd?: string }

export type BuiltQuarry = {
  program: string
  folder: string
  start: (args: readonly string[], options?: RunOptions) => Started
  run: (args: readonly string[], options?: RunOptions) => Promise<Run>
  /** Runs the program in a terminal and replies to each prompt. */
  inTerminal: (
    args: readonly string[],
    options: { env: NodeJS.ProcessEnv; replies: readonly (readonly [question: string, reply: string])[] },
  ) => Promise<{ code: number | null; screen: string }>
  remove: () => void
}

export const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'])
    return true
  } catch {
    return false
  }
})()

/** Opens a terminal of 120 columns that is connected to stdin and stdout of this process. */
const terminal = `import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(['sh', '-c', 'stty cols 120 rows 30; exec "$@"', 'sh', *sys.argv[1:]])))`

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
  const inTerminal: BuiltQuarry['inTerminal'] = async (args, { env, replies }) => {
    const child = spawn('python3', ['-c', terminal, process.execPath, program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, TERM: 'xterm', ...env },
    })
    const open = [...replies]
    let screen = ''
    child.stdout.on('data', (chunk) => {
      screen += chunk
      const [next] = open
      if (!next || !screen.includes(next[0])) return
      open.shift()
      child.stdin.write(`${next[1]}\r`)
    })
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, screen }
  }
  return {
    program,
    folder,
    start,
    inTerminal,
    run: (args, options = {}) => start(args, { input: '', ...options }).ended,
    remove() {
      remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
