// `quarry source check` runs the generic checks of the kit over a plugin. Exit code 1 where one fails.
import type { Command } from 'commander'
import { countText } from '../count-text.ts'
import { Ended, exitCodes } from '../failure.ts'
import { write } from '../output.ts'
import { plain } from '../plain.ts'
import { type Endpoint, loadPlugin, type Source, type SourceCheck } from '../source/load-plugin.ts'

export function addSource(program: Command): void {
  const source = program.command('source').description('tools for authors of plugins; they need no server')
  source
    .command('check')
    .description('run the generic checks over a plugin; exit code 1 where one fails')
    .argument('[folder]', 'the folder of the plugin', '.')
    .action(check)
}

async function check(folder: string): Promise<void> {
  const { sources, checks } = await loadPlugin(folder)
  let failed = 0
  for (const source of sources)
    for (const endpoint of source.endpoints) {
      write(`${plain(endpoint.path)}\n`)
      for (const one of checks) if (!(await runCheck(source, endpoint, one))) failed += 1
    }
  if (failed > 0) throw new Ended(exitCodes.unexpected, `${countText(failed, 'check')} failed`)
  write('All checks passed.\n')
}

async function runCheck(source: Source, endpoint: Endpoint, one: SourceCheck): Promise<boolean> {
  if (one.needsSandbox && source.sandbox === undefined) {
    write(`  skipped  ${one.name}: the source has no sandbox site\n`)
    return true
  }
  try {
    await one.check(source, endpoint)
    write(`  ok       ${one.name}\n`)
    return true
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    write(`  FAILED   ${one.name}: ${plain(line)}\n`)
    return false
  }
}
