// Compares the answers of two builds of Quarry: the same calls go to both, without parameters that only the newer one
// has. Added fields and headers are allowed; everything else must be equal, byte for byte.
// `npx tsx scripts/compare-builds.ts <older folder> <newer folder>`, each an installed clone. Exits 1 on a difference.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compareAnswers, type RecordedAnswer } from './compare-answers.ts'
import { listCalls, type PlannedCall } from './compared-calls.ts'

type Build = { child: ChildProcess; url: string; key: string; folder: string }

const startMs = 10 * 60_000

/** Starts a build with its own data folder; a stale one is built first. */
async function startBuild(folder: string): Promise<Build> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'quarry-compare-'))
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [join(folder, 'scripts/run.mjs'), 'serve'], {
    cwd: folder,
    env: { PATH, HOME, QUARRY_PORT: '0', QUARRY_DATA_DIR: dataFolder, QUARRY_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  const endsAt = Date.now() + startMs
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
    const key = /qry_\w{36}/.exec(output)?.[0]
    if (url && key) return { child, url, key, folder: dataFolder }
    if (child.exitCode !== null || Date.now() > endsAt)
      throw new Error(`${folder} did not start with a new account:\n${output}`)
    await new Promise((done) => setTimeout(done, 100))
  }
}

async function stopBuild({ child, folder }: Build): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

async function send({ url, key }: Build, call: PlannedCall): Promise<RecordedAnswer> {
  const { method, path, body, hasKey = true } = call
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(hasKey ? { 'x-api-key': key } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}

/** Sends a call, and waits for the job where it starts one. */
async function sendWhole(build: Build, call: PlannedCall): Promise<RecordedAnswer[]> {
  const answer = await send(build, call)
  if (answer.status !== 202) return [answer]
  const { url } = JSON.parse(answer.text) as { url: string }
  return [answer, await send(build, { method: 'GET', path: `${url}?wait=30` })]
}

async function run(folders: readonly string[]): Promise<boolean> {
  const [older, newer] = await Promise.all(folders.map((folder) => startBuild(resolve(folder))))
  if (!older || !newer) throw new Error('two folders are needed')
  try {
    const description = (await (await fetch(`${older.url}/openapi.json`)).json()) as object
    const calls = listCalls(description)
    const added = new Set<string>()
    let [answers, identical, differing] = [0, 0, 0]
    for (const call of calls) {
      const [before, after] = await Promise.all([sendWhole(older, call), sendWhole(newer, call)])
      for (const [n, answer] of before.entries()) {
        const { differences, added: more, isIdentical } = compareAnswers(answer, after[n])
        answers += 1
        if (isIdentical) identical += 1
        if (differences.length > 0) differing += 1
        for (const name of more) added.add(name)
        for (const text of differences) process.stdout.write(`${call.method} ${call.path}: ${text}\n`)
      }
    }
    process.stdout.write(`Added fields and headers: ${[...added].sort().join(', ') || 'none'}\n`)
    process.stdout.write(
      `${calls.length} calls, ${answers} answers: ${identical} with identical bodies, ${answers - identical - differing} with added or changing fields only, ${differing} different\n`,
    )
    return differing === 0
  } finally {
    await Promise.all([stopBuild(older), stopBuild(newer)])
  }
}

const folders = process.argv.slice(2)
if (folders.length !== 2) {
  process.stderr.write('usage: npx tsx scripts/compare-builds.ts <older folder> <newer folder>\n')
  process.exit(2)
}
process.exit((await run(folders)) ? 0 : 1)
