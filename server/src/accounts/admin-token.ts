// Stores the admin token in the data folder, for servers without QUARRY_ADMIN_TOKEN.
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const toTokenPath = (dataDir: string): string => join(dataDir, 'admin-token')

/** Null if no server has started with this folder yet. */
export async function readAdminToken(dataDir: string): Promise<string | null> {
  const text = await readFile(toTokenPath(dataDir), 'utf8').catch(() => '')
  return text.trim() || null
}

/** Reads the token, or creates it on the first start. */
export async function ensureAdminToken(dataDir: string): Promise<string> {
  const stored = await readAdminToken(dataDir)
  if (stored !== null) return stored
  const token = randomBytes(24).toString('base64url')
  await writeFile(toTokenPath(dataDir), `${token}\n`, { mode: 0o600 })
  return token
}
