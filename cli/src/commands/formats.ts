// The options that every command with output has.
import type { Command } from 'commander'

export const withFormats = (command: Command): Command =>
  command.option('--json', 'JSON, for programs').option('--csv', 'CSV, for spreadsheets')
