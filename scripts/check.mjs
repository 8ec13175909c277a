// Types, lint, layering, dead code, regular expressions, the package lock, clocks, licences and style, side by side.
// Fails when one of them fails, or when the layering check read no module and so proved nothing. `--fresh` uses no
// cached verdict.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url))
// TypeScript 7, three times as fast. Tools that import the compiler still need 5.9, which stays installed beside it.
const tsc = fileURLToPath(new URL('../node_modules/typescript-native/bin/tsc', import.meta.url))
const isFresh = process.argv.includes('--fresh')

const checks = [
  { name: 'types', command: [process.execPath, tsc, '-p', '.'] },
  // Without the types of Node.js: the SDK must do without it.
  { name: 'types of the SDK', command: [process.execPath, tsc, '-p', 'sdk/tsconfig.build.json', '--noEmit'] },
  { name: 'types of the console', command: [process.execPath, tsc, '-p', 'console'] },
  { name: 'lint', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  {
    name: 'layering',
    command: [
      bin('depcruise'),
      'kit/src',
      'sources/src',
      'server/src',
      'sdk/src',
      'cli/src',
      'console/src',
      'plugins/page/src',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err-long',
    ],
    proof: /(?<modules>\d+) modules/,
  },
  { name: 'dead code', command: [bin('knip')] },
  { name: 'code that only tests use', command: [bin('knip'), '--production'] },
  { name: 'README table', command: [bin('tsx'), 'scripts/readme-endpoints.ts', '--check'] },
  {
    name: 'regular expressions',
    command: [bin('tsx'), 'scripts/check-regexes.ts', ...(isFresh ? ['--fresh'] : [])],
  },
  { name: 'package lock', command: [bin('tsx'), 'scripts/check-lock.ts'] },
  { name: 'clocks', command: [bin('tsx'), 'scripts/check-clocks.ts'] },
  { name: 'licences', command: [bin('tsx'), 'scripts/licences.ts', '--check'] },
  { name: 'style', command: [bin('tsx'), 'scripts/check-style.ts'] },
]

function run({ name, command: [program, ...args], proof }) {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const child = spawn(program, args, { cwd: root, env: { ...process.env, FORCE_COLOR: '0' } })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => {
      const proved = !proof || Number(proof.exec(output)?.groups?.modules ?? 0) > 0
      const passed = code === 0 && proved
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`)
      if (!passed) process.stdout.write(`${proved ? '' : 'It read no module.\n'}${output}\n`)
      resolve(passed)
    })
  })
}

const results = await Promise.all(checks.map(run))
process.exit(results.every(Boolean) ? 0 : 1)
