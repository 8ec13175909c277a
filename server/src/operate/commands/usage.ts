// Reads the arguments of a command. A wrong use ends with exit code 2 and one line on stderr.
import { type ParseArgsConfig, parseArgs } from 'node:util'

export class UsageError extends Error {
  readonly kind = 'usage'
}

export function parseOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
