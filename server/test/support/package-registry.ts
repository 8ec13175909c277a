// A local npm registry that has only the TypeScript compiler installed in the repository, so that every other download
// of a package fails.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { root } from './doc-pages.ts'

export type PackageRegistry = {
  /** Settings for npm: this registry, and a cache of its own. */
  env: (folder: string) => NodeJS.ProcessEnv
  close: () => Promise<void>
}

const modules = join(root, 'node_modules')
const scope = '@typescript'

/** The folder of each package: the compiler, and its binary for this machine. */
const listFolders = (): Map<string, string> =>
  new Map([
    ['typescript', join(modules, 'typescript-native')],
    ...(existsSync(join(modules, scope)) ? readdirSync(join(modules, scope)) : []).map(
      (name): [string, string] => [`${scope}/${name}`, join(modules, scope, name)],
    ),
  ])

export async function startPackageRegistry(): Promise<PackageRegistry> {
  const folders = listFolders()
  const server = createServer((request, response) => {
    const url = new URL(decodeURIComponent(request.url ?? '/'), `http://${request.headers.host}`)
    const name = url.pathname.slice(1).replace(/\.tgz$/, '')
    const folder = folders.get(name)
    if (folder === undefined) response.writeHead(404).end('{"error":"not found"}')
    else if (url.pathname.endsWith('.tgz')) response.end(packFolder(folder))
    else {
      const about = describePackage(folder, folders, new URL(`/${name}.tgz`, url).href)
      const { version } = about
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: about } }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    env: (folder) => ({
      npm_config_registry: `http://127.0.0.1:${port}`,
      npm_config_cache: join(folder, 'npm-cache'),
      npm_config_fetch_retries: '0',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Without the binaries for other machines, which are not installed here. */
function describePackage(folder: string, folders: ReadonlyMap<string, string>, tarball: string) {
  const { name, version, bin, os, cpu, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; bin?: object; os?: string[]; cpu?: string[] } & {
    optionalDependencies?: Record<string, string>
  }
  const optional = Object.entries(optionalDependencies ?? {}).filter(([one]) => folders.has(one))
  return {
    name,
    version,
    bin,
    os,
    cpu,
    optionalDependencies: Object.fromEntries(optional),
    dist: { tarball },
  }
}

function packFolder(folder: string): Buffer {
  const options = { cwd: folder, maxBuffer: 100_000_000 }
  const tar = execFileSync('tar', ['-cf', '-', '--transform', 's,^\\.,package,', '.'], options)
  return execFileSync('gzip', ['-1'], { input: tar, ...options })
}
