// The names of the client commands. The launcher of the server reads them before it loads anything else.

export const commandNames = [
  'login',
  'logout',
  'profiles',
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
  'types',
  'source',
  'admin',
  'mcp',
  'completion',
] as const

export type CommandName = (typeof commandNames)[number]
