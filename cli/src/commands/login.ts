// `quarry login` asks for address and key, tests them, and stores them in a file that only the owner can read. Secrets
// are never arguments, which other users of the machine could see. `quarry logout` deletes what is stored, and `quarry
// profiles` lists it without secrets.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import { UsageError } from '../failure.ts'
import { type FormatOptions, printNotice, printRows, withFormats } from '../output.ts'
import {
  createClient,
  deleteProfiles,
  getProfileName,
  profileFile,
  readProfile,
  readSavedProfile,
  readSavedProfiles,
  saveProfile,
} from '../profile.ts'

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
  const defaultUrl = option ?? readProfile().url ?? 'http://127.0.0.1:8080'
  const url = option ?? (isTerminal ? (await prompt(`Address [${defaultUrl}]: `)) || defaultUrl : defaultUrl)
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
  // Printed after the terminal stopped echoing, so that a secret typed early is not shown.
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

export const addLogout = (program: Command): void =>
  void program
    .command('logout')
    .description('delete the stored address, key and admin token; the key itself stays valid')
    .option('--all', 'delete all profiles')
    .action(({ all = false }: { all?: boolean }) => {
      const deleted = deleteProfiles(all)
      printNotice(
        deleted.length === 0
          ? `Nothing is stored for the profile ${getProfileName()} in ${profileFile()}.`
          : `Deleted from ${profileFile()}: ${deleted.join(', ')}.`,
      )
    })

export const addProfiles = (program: Command): void =>
  void withFormats(program.command('profiles'))
    .description('list the stored profiles; select one with --profile or QUARRY_PROFILE')
    .action((options: FormatOptions) => {
      const rows = [...readSavedProfiles()].map(([name, { url, key, adminToken }]) => ({
        name,
        selected: name === getProfileName(),
        url: url ?? null,
        key: key !== undefined,
        admin_token: adminToken !== undefined,
      }))
      printRows(rows, ['name', 'selected', 'url', 'key', 'admin_token'], options)
    })
