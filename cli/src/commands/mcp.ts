// `quarry mcp`: tools for agents over stdio.
import type { Command } from 'commander'
import { openClient } from '../profile.ts'
import { parseCount } from './calls.ts'

export const addMcp = (program: Command): void =>
  void program
    .command('mcp')
    .description('serve tools for agents (Model Context Protocol) over stdin and stdout')
    .option('--budget <credits>', 'maximum credits of this process')
    .action(async ({ budget }: { budget?: string }) => {
      const limit = budget === undefined ? null : budget === '0' ? 0 : parseCount('--budget', budget)
      const { serveMcp } = await import('../mcp/serve-mcp.ts')
      await serveMcp({
        quarry: openClient(),
        budget: limit,
        input: process.stdin,
        output: process.stdout,
      })
    })
