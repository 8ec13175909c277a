// Runs the conformance suite of MCP against a sandbox server of its own. The suite is downloaded, because its hundred
// packages are needed here alone. It needs Node.js 22.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

if (Number.parseInt(process.versions.node, 10) < 22) throw new Error('needs Node.js 22.12 or newer')

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = ['-p', '@modelcontextprotocol/conformance@0.1.16']

// The others need tools of a test server, or prompts, logging, sampling and subscriptions, which Quarry does not offer.
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-error',
  'server-sse-multiple-streams',
  'resources-list',
  'dns-rebinding-protection',
]

const folder = mkdtempSync(join(tmpdir(), 'quarry-mcp-'))
const server = spawn(process.execPath, ['scripts/run.mjs', 'serve'], {
  cwd: root,
  env: { ...process.env, QUARRY_DATA_DIR: join(folder, 'data'), QUARRY_PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const stopped = new Promise((resolve) => server.once('exit', resolve))
try {
  const url = await readUrl()
  const failed = scenarios.filter((scenario) => {
    const args = ['-y', ...packages, 'conformance', 'server', '--url', url, '--scenario', scenario]
    const { status } = spawnSync('npx', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${scenario}\n`)
    return status !== 0
  })
  process.exitCode = failed.length > 0 ? 1 : 0
} finally {
  server.kill()
  await stopped
  rmSync(folder, { recursive: true, force: true })
}

/** The suite sends no headers, so the key is in the query. */
async function readUrl(): Promise<string> {
  let banner = ''
  for await (const chunk of server.stdout) {
    banner += chunk
    const address = /listening at (\S+)/.exec(banner)?.[1]
    const key = /qry_\w+/.exec(banner)?.[0]
    if (address && key) return `${address}/mcp?x_api_key=${key}`
  }
  throw new Error('the server ended before it was ready')
}
