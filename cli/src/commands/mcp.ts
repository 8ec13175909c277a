import type { Command } from 'commander'
export const addMcp = (program: Command): void => void program.command('mcp')
