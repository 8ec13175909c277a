// `quarry source`: tools for authors of plugins. What they need is loaded when it is used.
import { readFile, stat } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import { Argument, type Command, Option } from 'commander'
import { UsageError } from '../failure.ts'
import { jsonText, printNotice, write } from '../output.ts'
import type { CaptureOptions } from '../source/capture-page.ts'
import type { InspectedPage } from '../source/inspect-page.ts'
import { type KitOptions, type TemplateKind, templateKinds } from '../source/new-package.ts'
import type { DevOptions } from '../source/run-dev.ts'
import { fetchSavedPage, isAddress } from '../source/server-installation.ts'
import { plain } from '../text.ts'

const serverText = 'the folder of a server installation; QUARRY_HOME by default'
const privateText = 'also fetch private addresses and http:, for a site of your own'

export function addSource(program: Command): void {
  const source = program.command('source').description('tools for authors of plugins')
  source
    .command('new')
    .description('create the package of a new plugin, with tests that pass')
    .argument('<name>', 'the name of the source, such as recipes; also the name of the folder')
    .addOption(new Option('--kind <kind>', 'what it reads').choices(templateKinds).default('page'))
    .option('--kit <file>', 'the kit, as downloaded from /downloads/kit.tgz of a server')
    .option(
      '--server <url>',
      'the server to get the kit from, or its folder; the configured server by default',
    )
    .action(create)
  source
    .command('inspect')
    .description('show where a page has its data: scripts, JSON-LD, microdata, tables, Open Graph, meta tags')
    .addArgument(new Argument('<page>', 'a file, or an address, which needs a server installation'))
    .option('--find <text>', 'show only values that contain this text')
    .option('--json', 'print JSON')
    .option('--server <folder>', serverText)
    .option('--allow-private', privateText)
    .action(inspect)
  source
    .command('capture')
    .description('save a page as a fixture, without cookies and secrets; respects robots.txt')
    .argument('<url>')
    .option('--as <name>', 'the name of the fixture; made from the address by default')
    .option('--folder <folder>', 'where to save it', 'fixtures')
    .option('--server <folder>', serverText)
    .option('--allow-private', privateText)
    .action(capture)
  source
    .command('dev')
    .description('start a server with a plugin and restart it after each change; Ctrl-C stops it')
    .argument('[folder]', 'the folder of the plugin', '.')
    .option('--port <number>', 'the port of the server; 8090, or a free one, by default')
    .option('--no-open', 'do not open the playground in a browser')
    .option('--server <folder>', serverText)
    .action(async (folder: string, options: DevOptions) =>
      (await import('../source/run-dev.ts')).runDev(folder, options),
    )
  source
    .command('check')
    .description('run the generic checks on a plugin; exit code 1 if one fails')
    .argument('[folder]', 'the folder of the plugin', '.')
    .action(async (folder: string) => (await import('../source/check-plugin.ts')).checkPlugin(folder))
}

async function create(name: string, { kind, ...kit }: KitOptions & { kind: TemplateKind }): Promise<void> {
  const { createPackage } = await import('../source/new-package.ts')
  const { folder, version, origin } = await createPackage(name, kind, kit)
  const place = relative(process.cwd(), folder) || folder
  printNotice(`Created ${plain(place)} with the kit ${plain(version)} from ${plain(origin)}. Next:`)
  printNotice('')
  for (const command of [`cd ${plain(place)}`, 'npm install', 'npm test', 'quarry source check'])
    printNotice(`  ${command}`)
}

type InspectOptions = { find?: string; json?: boolean; server?: string; allowPrivate?: boolean }

async function inspect(place: string, { find, json, ...options }: InspectOptions): Promise<void> {
  const page = isAddress(place) ? await fetchForInspection(place, options) : await readSavedPage(place)
  const { inspectPage, printInspected } = await import('../source/inspect-page.ts')
  const inspected = inspectPage(page, find ?? null)
  if (json) return write(`${jsonText(inspected)}\n`)
  printInspected(inspected, find ?? null)
}

async function fetchForInspection(url: string, options: InspectOptions): Promise<InspectedPage> {
  const { content_type: contentType, ...page } = await fetchSavedPage(url, options)
  return { ...page, contentType }
}

const maxFileBytes = 20_000_000

async function readSavedPage(file: string): Promise<InspectedPage> {
  const about = await stat(file).catch(() => null)
  if (!about?.isFile()) throw new UsageError(`${file} cannot be read; name a saved page or an address`)
  if (about.size > maxFileBytes) throw new UsageError(`${file} is larger than ${maxFileBytes / 1e6} MB`)
  const url = `https://saved.example/${encodeURIComponent(basename(file))}`
  return { url, status: 200, contentType: 'text/html', body: await readFile(file, 'utf8') }
}

async function capture(url: string, options: CaptureOptions): Promise<void> {
  if (!isAddress(url)) throw new UsageError(`${url} is not an address; write https://…`)
  const { capturePage } = await import('../source/capture-page.ts')
  for (const file of await capturePage(url, options)) write(`${plain(file)}\n`)
}
