// Runs the code blocks of a documentation page against a server: the `sh` blocks in order in one shell, then each `js`,
// `ts` and `python` block as a program, then each command that starts a server. All pages of a test file share one
// server; each has its own account, with the credits and permissions of the demo account.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAccountStore } from '../../src/accounts/account-store.ts'
import { createKeys } from '../../src/accounts/keys.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { type CodeBlock, matchesOutput, type Page, root } from './doc-pages.ts'
import { startServer } from './server-process.ts'
import { createTempFolder } from './temp-folder.ts'

const languages = ['sh', 'js', 'ts', 'python']
/** In CI a missing Python fails the page instead of skipping blocks. */
const runsPython = process.env.CI === 'true' || spawnsPython()

export const isRun = ({ language, skipReason, code }: CodeBlock): boolean =>
  languages.includes(language) &&
  skipReason === null &&
  (runsPython || !(language === 'python' || code.includes('python3')))

/** Commands that would change the project or the machine: their block needs a skip marker. */
export const isUnsafe = ({ code }: CodeBlock): boolean =>
  /\bnpm test\b|\bnpm run (?:bench|build|release|test)|\bdocker\b|\bsystemctl\b/.test(code)

const isStart = ({ code }: CodeBlock): boolean => /\bnpm start\b/.test(code)

type Output = { code: number | null; stdout: string; all: string }
type Settings = { DATABASE_URL: string; QUARRY_DATA_DIR: string }
type Place = {
  folder: string
  /** The settings of the server, and the environment of the page's shell. */
  settings: Settings
  env: NodeJS.ProcessEnv
}
type Access = { url: string; key: string }

export type SharedServer = {
  settings: Settings
  /** Creates the account of a page. */
  open: () => Promise<Access>
  stop: () => Promise<void>
}

/** A server for several pages. */
export async function startSharedServer(): Promise<SharedServer> {
  const folder = createTempFolder('quarry-docs-server-')
  const fresh = await freshDatabase()
  const settings = { DATABASE_URL: fresh.target.url, QUARRY_DATA_DIR: folder }
  const server = await startServer(settings)
  let pages = 0
  return {
    settings,
    async open() {
      pages += 1
      return { url: server.url, key: await createPageAccount(fresh, `demo-${pages}`) }
    },
    async stop() {
      await server.stop()
      await fresh.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function createPageAccount({ database }: FreshDatabase, slug: string): Promise<string> {
  const account = { slug, name: 'Demo', subscription_total: 1000, statistics_enabled: true }
  await createAccountStore(database).create(account, 'test')
  const key = await createKeys(database).create(slug, { alias: 'demo', permissions: ['manage'] }, 'test')
  return key.secret
}

/** Returns a description of each block that failed or printed something else than the page shows. */
export async function runPage(page: Page, server: SharedServer): Promise<string[]> {
  const blocks = page.blocks.filter(isRun)
  const unsafe = blocks.filter(isUnsafe)
  if (unsafe.length > 0) return unsafe.map(({ place }) => `${place} needs a skip marker`)
  const folder = createTempFolder('quarry-docs-')
  const { settings } = server
  const place = { folder, settings, env: { ...settings, ...prepareFolder(folder, settings) } }
  const starts = blocks.filter(isStart)
  const others = blocks.filter((block) => !isStart(block))
  try {
    const problems = others.length === 0 ? [] : await runBlocks(place, page, others, await server.open())
    for (const block of starts) problems.push(...(await runStarts(place, block)))
    return problems
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runBlocks(place: Place, page: Page, blocks: CodeBlock[], access: Access): Promise<string[]> {
  // A page shows the default address and a placeholder key.
  const runnable = blocks.map((block) => ({
    ...block,
    code: block.code.replaceAll('http://127.0.0.1:8080', access.url).replaceAll('qry_…', access.key),
  }))
  const commands = runnable.filter(({ language }) => language === 'sh')
  const programs = runnable.filter(({ language }) => language !== 'sh')
  const problems = await runShell(place, commands)
  if (programs.length > 0) problems.push(...(await runPrograms(place, programs)))
  return [...problems, ...(await tryAddresses(page, access))]
}

/** Sends the lookups that the text mentions, such as `/v2/company?query=fenmont.example`. */
async function tryAddresses({ path, text }: Page, { url, key }: Access): Promise<string[]> {
  const problems: string[] = []
  for (const [, address] of text.matchAll(/`(\/v2\/[\w/]+\?query=[^`<…]+)`/g)) {
    const { status } = await fetch(url + address, { headers: { 'x-api-key': key } })
    if (status !== 200) problems.push(`${path}: ${address} answers ${status}`)
  }
  return problems
}

/**
 * Creates a folder that looks like the project's own, in which a page may write; returns the environment of its shell.
 */
function prepareFolder(folder: string, settings: Settings): NodeJS.ProcessEnv {
  const [repository, home, prefix] = ['repository', 'home', 'prefix'].map((name) => join(folder, name))
  for (const name of [repository, home, join(prefix as string, 'lib')])
    mkdirSync(name as string, { recursive: true })
  for (const name of readdirSync(root).filter((entry) => !['.git', 'data'].includes(entry)))
    symlinkSync(join(root, name), join(repository as string, name))
  symlinkSync(settings.QUARRY_DATA_DIR, join(repository as string, 'data'))
  // An HTTP error must fail the block, also if the page uses curl without options.
  writeFileSync(join(home as string, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n')
  return {
    PATH: `${prefix}/bin:${process.env.PATH}`,
    HOME: home,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONPATH: join(root, 'examples/python'),
    NO_COLOR: '1',
    npm_config_prefix: prefix,
    npm_config_cache: join(folder, 'cache'),
    // Nothing listens on this port: packages must come from the server alone.
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
}

async function runShell({ folder, env }: Place, blocks: CodeBlock[]): Promise<string[]> {
  const lines = blocks.map(({ code, isFailing }, index) => {
    const name = join(folder, `block-${index}`)
    writeFileSync(`${name}.sh`, code)
    const command = `. ${name}.sh >${name}.out 2>${name}.err`
    return isFailing
      ? `if (${command}); then exit 1; fi; touch ${name}.done`
      : `${command}; touch ${name}.done`
  })
  const script = ['set -e', ...lines].join('\n')
  await run('sh', ['-c', script], join(folder, 'repository'), env)
  const files = readdirSync(folder)
  const failed = blocks.findIndex((_, index) => !files.includes(`block-${index}.done`))
  const read = (name: string) => (files.includes(name) ? readFileSync(join(folder, name), 'utf8') : '')
  return blocks.flatMap(({ place, output, isFailing }, index) => {
    const printed = read(`block-${index}.out`)
    if (index === failed)
      return [`${place} ${isFailing ? 'did not fail' : 'failed'}:\n${printed}\n${read(`block-${index}.err`)}`]
    const isReached = failed === -1 || index < failed
    if (!isReached || output === null || matchesOutput(output, printed)) return []
    return [`${place} printed:\n${printed}`]
  })
}

async function runPrograms({ folder, env }: Place, blocks: CodeBlock[]): Promise<string[]> {
  const project = join(folder, 'project')
  const sdk = join(project, 'node_modules/@quarry/sdk')
  mkdirSync(sdk, { recursive: true })
  const packed = join(root, 'server/downloads/sdk.tgz')
  execFileSync('tar', ['xzf', packed, '-C', sdk, '--strip-components=1'])
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  const extensions: Record<string, string> = { js: 'js', ts: 'ts', python: 'py' }
  const named = blocks.map((block, index) => ({
    ...block,
    name: `block-${index}.${extensions[block.language]}`,
  }))
  for (const { name, code } of named) writeFileSync(join(project, name), code)
  const sources = named.filter(({ language }) => language === 'ts').map(({ name }) => name)
  if (sources.length > 0) {
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
    const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck']
    const { code, all } = await run(process.execPath, [compiler, ...options, ...sources], project, env)
    if (code !== 0) return [`${blocks[0]?.place} and below does not compile:\n${all}`]
  }
  const problems: string[] = []
  for (const { place, language, name, output } of named) {
    const program = language === 'python' ? 'python3' : process.execPath
    const { code, stdout, all } = await run(program, [name.replace(/ts$/, 'js')], project, env)
    if (code !== 0) problems.push(`${place} ended with ${code}:\n${all}`)
    else if (output !== null && !matchesOutput(output, stdout)) problems.push(`${place} printed:\n${stdout}`)
  }
  return problems
}

/** Runs each command of the block that starts a server, with the lines above it, until the server is ready. */
async function runStarts(place: Place, block: CodeBlock): Promise<string[]> {
  // Packages are already installed, the default port may be taken, and the page names a database that does not exist.
  const code = block.code
    .replaceAll('npm ci && ', '')
    .replaceAll(/postgres:\S+@db\.example\S*/g, place.settings.DATABASE_URL)
    .replaceAll(/QUARRY_PORT=\d+ /g, '')
    .replaceAll('=…', `=${'x'.repeat(32)}`)
  const lines = code.trim().split('\n')
  const problems: string[] = []
  for (const [index, line] of lines.entries()) {
    if (!line.includes('npm start')) continue
    const above = lines.slice(0, index).filter((other) => !other.includes('npm start'))
    const output = await start([...above, line].join('\n'), place)
    if (output !== null) problems.push(`${block.place} did not start a server:\n${output}`)
  }
  return problems
}

/** Stops the server as soon as it is ready. Returns its output if it ended before that. */
function start(script: string, { folder, env }: Place): Promise<string | null> {
  const settings = { ...env, QUARRY_PORT: '0', QUARRY_DATA_DIR: join(folder, 'started') }
  const options = { cwd: join(folder, 'repository'), env: settings, detached: true }
  const child = spawn('sh', ['-c', script], options)
  let output = ''
  let isReady = false
  const read = (chunk: Buffer) => {
    output += chunk
    if (isReady || !/listening at|worker is running/.test(output) || child.pid === undefined) return
    isReady = true
    // Unlike SIGTERM, this skips the drain.
    process.kill(-child.pid, 'SIGINT')
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve(isReady ? null : output))
  })
}

function run(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Output> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let all = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
    all += chunk
  })
  child.stderr.on('data', (chunk) => (all += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, all }))
  })
}

function spawnsPython(): boolean {
  try {
    execFileSync('python3', ['--version'])
    return true
  } catch {
    return false
  }
}
