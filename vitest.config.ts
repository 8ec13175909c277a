import { existsSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'

const server = fileURLToPath(new URL('server', import.meta.url))
const sources = join(server, 'src') + sep
const build = join(server, 'dist') + sep

/**
 * System tests import the server from its build, as it is deployed and as its threads run anyway: transforming six
 * hundred source files for each test file was a fifth of the run. Tests beside their source import the source.
 */
const fromBuild: Plugin = {
  name: 'server-from-build',
  enforce: 'pre',
  resolveId(specifier, importer) {
    if (!importer || !specifier.startsWith('.')) return null
    const file = resolve(dirname(importer), specifier)
    if (!file.startsWith(sources) || !file.endsWith('.ts')) return null
    const built = `${build}${file.slice(sources.length, -'.ts'.length)}.js`
    return existsSync(built) ? built : null
  },
}

/** These import source files one by one, or several times. */
const aboutSources = ['server/test/database-schema.test.ts', 'server/test/sandbox-world.test.ts']
/** `npm test` leaves these out: they need Chromium or Redis, start many processes, or take long. */
const extended = '**/*.{browser,redis,slow}.test.ts'
const systemTests = ['server/test/**/*.test.ts', 'cli/test/**/*.test.ts', 'sdk/test/**/*.test.ts']
const onBuild = { plugins: [fromBuild], test: { server: { deps: { external: [/\/server\/dist\//] } } } }

export default defineConfig({
  test: {
    globalSetup: ['server/test/support/global-setup.ts'],
    pool: 'forks',
    // Three files at a time, also on two cores: much of a system test is waiting.
    maxWorkers: 3,
    // Generous, so that a busy machine is not a failure.
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 180_000,
    projects: [
      // One process for many files: loading the sources for each file was a third of their time.
      {
        extends: true,
        test: {
          name: 'units',
          include: ['server/src/**/*.test.ts'],
          isolate: false,
          setupFiles: ['server/test/support/usual-limits.ts'],
        },
      },
      {
        extends: true,
        plugins: onBuild.plugins,
        test: {
          ...onBuild.test,
          name: 'system',
          include: systemTests,
          // One process for many files: loading the server and building the sandbox data takes 3 s of processor time.
          isolate: false,
          exclude: [...aboutSources, extended],
        },
      },
      { extends: true, test: { name: 'sources', include: aboutSources } },
      {
        extends: true,
        plugins: onBuild.plugins,
        test: { ...onBuild.test, name: 'extended', include: [extended], exclude: ['**/node_modules/**'] },
      },
    ],
  },
})
