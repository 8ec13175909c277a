// The names of the commands, by themselves: whoever starts one has to know whose it is before anything is loaded.

export const commandNames = [
  'login',
  'get',
  'batch',
  'usage',
  'stats',
  'calls',
  'call',
  'jobs',
  'watch',
  'keys',
  'status',
  'providers',
  'docs',
  'admin',
  'mcp',
] as const

export type CommandName = (typeof commandNames)[number]
