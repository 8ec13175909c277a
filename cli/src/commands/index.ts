// All commands by name.
import type { Command } from 'commander'
import { type CommandName, commandNames } from '../command-names.ts'
import { addAdmin } from './admin.ts'
import { addBatch } from './batch.ts'
import { addCall, addCalls } from './calls.ts'
import { addCompletion } from './completion.ts'
import { addDocs } from './docs.ts'
import { addGet } from './get.ts'
import { addJobs } from './jobs.ts'
import { addKeys } from './keys.ts'
import { addListen } from './listen.ts'
import { addLogin } from './login.ts'
import { addLogout, addProfiles } from './logout.ts'
import { addMcp } from './mcp.ts'
import { addSource } from './source.ts'
import { addProviders, addStatus } from './status.ts'
import { addTypes } from './types.ts'
import { addStats, addUsage } from './usage.ts'
import { addWatch } from './watch.ts'

const commands: Record<CommandName, (program: Command) => void> = {
  login: addLogin,
  logout: addLogout,
  profiles: addProfiles,
  get: addGet,
  batch: addBatch,
  usage: addUsage,
  stats: addStats,
  calls: addCalls,
  call: addCall,
  jobs: addJobs,
  watch: addWatch,
  listen: addListen,
  keys: addKeys,
  status: addStatus,
  providers: addProviders,
  docs: addDocs,
  types: addTypes,
  source: addSource,
  admin: addAdmin,
  mcp: addMcp,
  completion: addCompletion,
}

export function addCommands(program: Command): void {
  for (const name of commandNames) commands[name](program)
}
