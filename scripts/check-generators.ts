// Generates clients from both OpenAPI documents with @hey-api/openapi-ts, and compiles them and the types of
// openapi-typescript in strict mode. The generator is downloaded, because only this script needs it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAdminOpenApi, buildOpenApi } from '../server/src/http/openapi/build-openapi.ts'
import { describedRoutes, sdkFiles } from './generate-sdk.ts'

if (Number.parseInt(process.versions.node, 10) < 22) throw new Error('needs Node.js 22.12 or newer')

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = ['-p', 'typescript@5.9', '-p', '@hey-api/openapi-ts@0.99.0']
const description = {
  version: '1.0.0',
  address: () => 'https://quarry.example',
  getStatus: () => 'operational' as const,
}
const routes = describedRoutes()
const documents = {
  openapi: await buildOpenApi(routes, description),
  admin: await buildAdminOpenApi(routes, description),
}

const folder = mkdtempSync(join(tmpdir(), 'quarry-generators-'))
try {
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(document))
    run('npx', ['-y', ...packages, 'openapi-ts', '-i', `${name}.json`, '-o', name])
  }
  for (const [name, text] of Object.entries(await sdkFiles())) writeFileSync(join(folder, name), text)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' })
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${command} ${args.at(-1)}\n`)
  if (status !== 0) process.exitCode = 1
}
