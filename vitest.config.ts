import { existsSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { fastFolder } from './server/test/support/fast-folder.ts'

process.env.TMPDIR = fastFolder()
const root = fileURLToPath(new URL('.', import.meta.url))
const build = join(root, 'server/dist')
/** The source of each package, and where the build has it. */
const packages = [
  { name: '@quarry/kit', source: join(root, 'kit/src') + sep, built: join(build, 'kit') },
  { name: '@quarry/sources', source: join(root, 'sources/src') + sep, built: join(build, 'sources') },
  { name: '@quarry/server', source: join(root, 'server/src') + sep, built: build },
]

/** The source file that a specifier means, where it is one of ours. */
function findSource(specifier: string, importer: string): string | null {
  if (specifier.startsWith('.')) return resolve(dirname(importer), specifier)
  const { name, source } = packages.find((entry) => `${specifier}/`.startsWith(`${entry.name}/`)) ?? {}
  return name && source ? `${source}${specifier.slice(name.length + 1) || 'index'}.ts` : null
}

/**
 * System tests import the server from its build, as it is deployed and as its threads run anyway: transforming six
 * hundred source files for each test file was a fifth of the run. Tests beside their source import the source.
 */
const fromBuild: Plugin = {
  name: 'server-from-build',
  enforce: 'pre',
  resolveId(specifier, importer) {
    const file = importer && findSource(specifier, importer)
    const own = file && packages.find(({ source }) => file.startsWith(source))
    if (!own || !file.endsWith('.ts')) return null
    const made = join(own.built, `${file.slice(own.source.length, -'.ts'.length)}.js`)
    return existsSync(made) ? made : null
  },
}

/** `npm test` leaves these out: they need Chromium or Redis, start many processes, or take long. */
const notQuick = process.env.QUARRY_TEST_QUICK === 'true' ? ['**/*.{browser,redis,slow}.test.ts'] : []
/** `npm run test:long` alone runs these. */
const long = '**/*.long.test.ts'
const isLong = process.env.QUARRY_LONG === 'true'
const systemTests = ['server/test/**/*.test.ts', 'cli/test/**/*.test.ts', 'sdk/test/**/*.test.ts']
/** Runs all timers of its process, which must not be those of a server that other test files share. */
const fakesTimers = 'sdk/test/retries.test.ts'
const unitTests = [
  'kit/src/**/*.test.ts',
  'sources/src/**/*.test.ts',
  'server/src/**/*.test.ts',
  'plugins/*/src/**/*.test.ts',
]
/** These import source files one by one, or several times. */
const aboutSources = [
  'server/test/platform/database-schema.slow.test.ts',
  'server/test/lookups/sandbox-data.slow.test.ts',
]

// One process for many files: loading the server and building the sandbox data takes 3 s of processor time.
const shared = { isolate: false }
const defaultLimits = 'server/test/support/default-limits.ts'
const ofSystem = {
  ...shared,
  setupFiles: [defaultLimits, 'server/test/support/judge-loop.ts'],
  server: { deps: { external: [/\/server\/dist\//] } },
}
const ofUnits = { ...shared, setupFiles: [defaultLimits] }

export default defineConfig({
  test: {
    globalSetup: ['server/test/support/global-setup.ts'],
    pool: 'forks',
    // Three files at a time, also on two cores: much of a system test is waiting. Four are not faster.
    maxWorkers: 3,
    // Generous, so that a busy machine is not a failure.
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          ...ofUnits,
          name: 'units',
          include: [...unitTests, fakesTimers],
          exclude: [...notQuick, long],
        },
      },
      {
        extends: true,
        plugins: [fromBuild],
        test: {
          ...ofSystem,
          name: 'system',
          include: systemTests,
          exclude: [...notQuick, ...aboutSources, fakesTimers],
        },
      },
      { extends: true, test: { name: 'sources', include: aboutSources, exclude: notQuick } },
      ...(isLong
        ? [{ extends: true as const, test: { ...ofUnits, name: 'long', include: [`sources/${long}`] } }]
        : []),
    ],
  },
})
