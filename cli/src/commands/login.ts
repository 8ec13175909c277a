// `quarry login`: asks for address and key, tries them, and keeps them where only their owner can read them. A secret is
// never an argument, which everyone on the machine could see.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import { UsageError } from '../failure.ts'
import { say } from '../output.ts'
import { createClient, keepProfile, readProfile, readSavedProfile } from '../profile.ts'

type Options = { url?: string; admin?: boolean }

export const addLogin = (program: Command): void =>
  void program
    .command('login')
    .description('keep the address of a server and a key; the key is asked for, or read from stdin')
    .option('--url <address>', 'address of the server')
    .option('--admin', "the operator's token instead of a key")
    .action(login)

async function login({ url: given, admin = false }: Options): Promise<void> {
  const isTerminal = process.stdin.isTTY === true
  const usual = given ?? readProfile().url ?? 'http://127.0.0.1:8080'
  const url = given ?? (isTerminal ? (await ask(`Address [${usual}]: `)) || usual : usual)
  const what = admin ? 'Admin token' : 'Key'
  const secret = (isTerminal ? await ask(`${what}: `, true) : await readAll()).trim()
  if (secret === '') throw new UsageError('no key was given')
  const profile = { url, ...(admin ? { adminToken: secret } : { key: secret }) }
  const quarry = createClient(profile, { maxRetries: 0 })
  const who = admin
    ? (await quarry.request('GET', '/admin/overview')) && 'the operator'
    : (await quarry.request('GET', '/v2/usage')).data.account.name
  // Secrets from the environment are not written, and what was saved for another server is not for this one.
  const kept = readSavedProfile()
  const file = keepProfile(kept.url === url ? { ...kept, ...profile } : profile)
  say(`Logged in at ${url} as ${who}; kept in ${file}`)
}

async function ask(question: string, isHidden = false): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: isHidden ? silent : process.stderr,
    terminal: true,
  })
  // Only now, when the terminal no longer shows what is typed: whoever answers at once must not see the secret.
  if (isHidden) process.stderr.write(question)
  try {
    return await lines.question(isHidden ? '' : question)
  } finally {
    lines.close()
    if (isHidden) process.stderr.write('\n')
  }
}

const maxSecret = 10_000

async function readAll(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin) {
    text += chunk
    if (text.length > maxSecret) throw new UsageError('what stdin holds is no key')
  }
  return text
}
