import { existsSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'

const server = fileURLToPath(new URL('server', import.meta.url))
const sources = join(server, 'src') + sep
const build = join(server, 'dist') + sep

/**
 * Whole-system tests take the server from its build, as it is started and as its threads run anyway: reading six hundred
 * source files anew for each test file was a fifth of the run. Tests that stand beside their source read the source.
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

/** They load source files one by one, or anew. */
const aboutSources = ['server/test/database-schema.test.ts', 'server/test/sandbox-world.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['server/test/support/global-setup.ts'],
    pool: 'forks',
    // Three files at a time, also on two cores: much of a whole-system test is waiting.
    maxWorkers: 3,
    // What is waited for comes at once on a quiet machine; a busy one is no failure.
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        plugins: [fromBuild],
        test: {
          name: 'system',
          include: ['server/test/**/*.test.ts', 'cli/**/*.test.ts'],
          exclude: aboutSources,
          server: { deps: { external: [/\/server\/dist\//] } },
        },
      },
      // All in the same processes: loading the sources anew for each file was a third of their time.
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
        test: { name: 'apart', include: ['sdk/**/*.test.ts', ...aboutSources] },
      },
    ],
  },
})
