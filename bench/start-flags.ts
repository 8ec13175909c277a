// The start options of a server, for servers that benchmarks start without the launcher.
import { mallocVariables, nodeFlags } from '../scripts/start-options.mjs'

export const startFlags = nodeFlags

// Inherited by every process that a benchmark starts.
for (const [name, value] of Object.entries(mallocVariables)) process.env[name] ??= value
