// The operator's token in the data folder, for servers whose settings name none.
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileIn = (dataDir: string): string => join(dataDir, 'admin-token')

/** Null where no server has started with this folder. */
export async function readAdminToken(dataDir: string): Promise<string | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '')
  return text.trim() || null
}

/** Reads the token, and makes it at the first start. */
export async function ensureAdminToken(dataDir: string): Promise<string> {
  const kept = await readAdminToken(dataDir)
  if (kept !== null) return kept
  const token = randomBytes(24).toString('base64url')
  await writeFile(fileIn(dataDir), `${token}\n`, { mode: 0o600 })
  return token
}
