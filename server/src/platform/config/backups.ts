// Reads the settings of scheduled backups from the config file, and the keys of their bucket from the environment.
import { resolve } from 'node:path'
import { isUrl } from '@quarry/kit/is-url'
import { type ConfigInput, createReport } from './file.ts'

export type BackupSettings = {
  everyMs: number
  /** The number of backups to keep; older ones are deleted. */
  keep: number
  to: { folder: string } | { bucket: string; region: string; keyId: string; secret: string }
  /** The file with the passphrase that encrypts the backups; null for unencrypted ones. */
  passphraseFile: string | null
}

const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const minMs = 5 * 60_000
const maxMs = 31 * 86_400_000

/** Null without scheduled backups. Adds bad values to `problems`. */
export function readBackups({ file: { backups }, env, problems }: ConfigInput): BackupSettings | null {
  if (backups === undefined) return null
  const { every = '1d', keep = 7, to, passphrase_file: passphraseFile = null } = backups
  const reportBad = createReport(problems)
  const everyMs = Number(every.slice(0, -1)) * (unitsMs[every.slice(-1)] ?? Number.NaN)
  if (!(everyMs >= minMs && everyMs <= maxMs))
    reportBad('backups.every', every, 'a time from 5m to 31d, such as 30m, 6h or 1d')
  const shared = { everyMs, keep, passphraseFile: passphraseFile && resolve(passphraseFile) }
  if (!/^[a-z0-9+]+:\/\//i.test(to)) return { ...shared, to: { folder: resolve(to) } }
  const isAddress = /^https?:\/\/[^/?#@\s]+\/[^/?#@\s]+(?:\/[\w./-]*)?$/.test(to) && isUrl(to)
  if (!isAddress)
    reportBad(
      'backups.to',
      to,
      'a folder, or the https:// address of a bucket with its name as the first part of the path',
    )
  else if (!to.startsWith('https:') && passphraseFile === null)
    reportBad('backups.to', to, 'an https:// address, unless backups.passphrase_file encrypts the backups')
  const [keyId = '', secret = ''] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].map((name) => {
    const value = env[name]?.trim() ?? ''
    if (value === '') problems.push(`${name} is not set: backups.to is a bucket and needs it`)
    return value
  })
  const region = env.AWS_REGION?.trim() || 'us-east-1'
  return { ...shared, to: { bucket: to.replace(/\/$/, ''), region, keyId, secret } }
}
