// The built files of the console: listed at startup, compressed on first use. Without a build the list is empty and the
// server runs without the console.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PreparedBody } from '../route-data.ts'
import { prepare } from './docs-delivery.ts'

const folder = fileURLToPath(new URL('../../../console/dist', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export type ConsoleFiles = {
  /** The page itself; null without a build. */
  page: () => Promise<PreparedBody> | null
  /** A file with a hash in its name; null for any other name. */
  asset: (name: string) => Promise<PreparedBody> | null
}

export function readConsoleFiles(): ConsoleFiles {
  const assets = join(folder, 'assets')
  // Only listed files are read, so no name can escape the folder.
  const names = new Set(existsSync(assets) ? readdirSync(assets) : [])
  const prepared = new Map<string, Promise<PreparedBody>>()
  function load(path: string): Promise<PreparedBody> {
    const body = prepared.get(path) ?? prepare(types[extname(path)] ?? types['.js'] ?? '', readFileSync(path))
    prepared.set(path, body)
    return body
  }
  return {
    page: () => (names.size > 0 ? load(join(folder, 'index.html')) : null),
    asset: (name) => (names.has(name) ? load(join(assets, name)) : null),
  }
}
