// Builds a release from the current commit: the sources as a tarball, the bill of materials, and their checksums. The
// same commit gives the same bytes. With --verify the tarball is installed twice with `npm ci`, and all files are
// compared.
// Usage: npm run release -- [--out DIR] [--verify]
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: { out: { type: 'string', default: 'dist' }, verify: { type: 'boolean', default: false } },
})
const run = (program, args, cwd = root, input = undefined) =>
  execFileSync(program, args, { cwd, input, maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'ignore'] })
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

const out = resolve(values.out)
const changed = run('git', ['status', '--porcelain', '--untracked-files=no']).toString()
if (changed !== '') throw new Error(`a release is a commit, and these files differ from it:\n${changed}`)
const commit = run('git', ['rev-parse', 'HEAD']).toString().trim()
const committedAt = new Date(run('git', ['show', '-s', '--format=%cI', 'HEAD']).toString().trim())
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `quarry-${version}`

// Reproducible: timestamps come from the commit, not from the machine that packs.
const tar = run('git', ['archive', '--format=tar', `--prefix=${name}/`, 'HEAD'])
const tarball = gzipSync(tar, { level: 9 })
// The tenth byte of a gzip file names the operating system; 255 is "unknown".
tarball[9] = 255

mkdirSync(out, { recursive: true })
const files = { [`${name}.tar.gz`]: tarball, [`${name}.cdx.json`]: Buffer.from(billOfMaterials()) }
for (const [file, bytes] of Object.entries(files)) writeFileSync(join(out, file), bytes)
const sums = Object.entries(files).map(([file, bytes]) => `${sha256(bytes)}  ${file}\n`)
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
process.stdout.write(`${sums.join('')}of commit ${commit}, in ${out}\n`)
if (values.verify) verify()

/** CycloneDX, with all packages of the lock. Build and test dependencies are marked; the time is that of the commit. */
function billOfMaterials() {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const bill = JSON.parse(run('npm', args).toString())
  bill.metadata.timestamp = committedAt.toISOString()
  bill.metadata.component.name = 'quarry'
  delete bill.metadata.tools
  delete bill.serialNumber
  const digest = sha256(JSON.stringify(bill))
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ]
  return `${JSON.stringify({ ...bill, serialNumber: `urn:uuid:${parts.join('-')}-${digest.slice(20, 32)}` }, null, 2)}\n`
}

function verify() {
  const digests = [1, 2].map(() => {
    const folder = mkdtempSync(join(tmpdir(), 'quarry-release-'))
    try {
      run('tar', ['xz', '-C', folder], folder, tarball)
      const home = join(folder, name)
      run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], home)
      return treeDigest(join(home, 'node_modules'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
  const isSame = digests[0] === digests[1]
  process.stdout.write(`npm ci, twice: ${isSame ? 'the same' : 'NOT the same'} (${digests.join(', ')})\n`)
  if (!isSame) process.exitCode = 1
}

/** A hash of the names and contents of all files, and of the targets of links. */
function treeDigest(folder) {
  const hash = createHash('sha256')
  const visit = (place, prefix) => {
    const entries = readdirSync(place, { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(place, entry.name)
      const shown = `${prefix}/${entry.name}`
      if (entry.isDirectory()) visit(path, shown)
      else
        hash.update(`${shown}\0${entry.isSymbolicLink() ? readlinkSync(path) : sha256(readFileSync(path))}\n`)
    }
  }
  visit(folder, '')
  return hash.digest('hex')
}
