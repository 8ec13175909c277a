// The names of the client commands. The launcher of the server reads them before it loads anything else.

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
  'listen',
  'keys',
  'status',
  'providers',
  'docs',
  'admin',
  'mcp',
] as const

export type CommandName = (typeof commandNames)[number]
