// `quarry login` asks for address and key, tests them, and stores them in a file that only the owner can read. Secrets
// are never arguments, which other users of the machine could see.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import { UsageError } from '../failure.ts'
import { printNotice } from '../output.ts'
import { createClient, readProfile, readSavedProfile, saveProfile } from '../profile.ts'

type Options = { url?: string; admin?: boolean }

export const addLogin = (program: Command): void =>
  void program
    .command('login')
    .description('store the address of a server and a key, which is read from the terminal or stdin')
    .option('--url <address>', 'address of the server')
    .option('--admin', 'store the admin token instead of a key')
    .action(login)

async function login({ url: option, admin = false }: Options): Promise<void> {
  const isTerminal = process.stdin.isTTY === true
  const usual = option ?? readProfile().url ?? 'http://127.0.0.1:8080'
  const url = option ?? (isTerminal ? (await prompt(`Address [${usual}]: `)) || usual : usual)
  const label = admin ? 'Admin token' : 'Key'
  const secret = (isTerminal ? await prompt(`${label}: `, true) : await readAll()).trim()
  if (secret === '') throw new UsageError('the key is empty')
  const profile = { url, ...(admin ? { adminToken: secret } : { key: secret }) }
  const quarry = createClient(profile, { maxRetries: 0 })
  const who = admin
    ? (await quarry.request('GET', '/admin/overview')) && 'the operator'
    : (await quarry.request('GET', '/v2/usage')).data.account.name
  // Neither secrets from the environment nor those of another server are written.
  const saved = readSavedProfile()
  const file = saveProfile(saved.url === url ? { ...saved, ...profile } : profile)
  printNotice(`Logged in at ${url} as ${who}. Stored in ${file}`)
}

async function prompt(question: string, isHidden = false): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: isHidden ? silent : process.stderr,
    terminal: true,
  })
  // Printed after the terminal stopped echoing, so that an early answer is not shown.
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
    if (text.length > maxSecret) throw new UsageError('stdin is too long to be a key')
  }
  return text
}
