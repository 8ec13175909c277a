// `quarry mcp`: tools for agents over stdio.
import type { Command } from 'commander'
import { openClient } from '../profile.ts'
import { wholeNumber } from './calls.ts'

export const addMcp = (program: Command): void =>
  void program
    .command('mcp')
    .description('tools for agents (Model Context Protocol) over stdin and stdout')
    .option('--budget <credits>', 'refuse calls beyond this, counted from the start of the process')
    .action(async ({ budget }: { budget?: string }) => {
      const limit = budget === undefined ? null : budget === '0' ? 0 : wholeNumber('--budget', budget)
      const { serveMcp } = await import('../mcp/serve-mcp.ts')
      await serveMcp({
        quarry: openClient(),
        budget: limit,
        input: process.stdin,
        output: process.stdout,
      })
    })
