// Collects the licence text of each package that is bundled into one of ours, because the licences require that it is
// passed on.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** `modules` are the files that a bundle was made from. */
export function collectLicences(modules) {
  const folders = new Set(modules.flatMap((file) => findPackage(file.replaceAll(sep, '/')) ?? []))
  const texts = [...folders].map((folder) => {
    const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    if (license === undefined) throw new Error(`${name} is bundled and states no licence`)
    // A few packages state their licence and have no text of it.
    const text =
      file === undefined ? `By ${author?.name ?? author ?? name}` : readFileSync(join(folder, file), 'utf8')
    return `${name} ${version} (${license})\n\n${text.trim()}\n`
  })
  return texts.sort().join(`\n${'-'.repeat(80)}\n\n`)
}

/**
 * The folder of the package that a file belongs to. A package may have files of others inside, without package.json.
 */
function findPackage(file) {
  const [folder, before] = /^(.*)node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []
  if (folder === undefined) return null
  return existsSync(join(folder, 'package.json')) ? folder : findPackage(before)
}
