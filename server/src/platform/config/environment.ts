// Reads the settings that only environment variables have: where to listen, the databases, the role and the log level.
import { type createReport, hidden } from './file.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const roles = ['all', 'api', 'worker'] as const
export type LogLevel = (typeof logLevels)[number]

export function readEnvironment(
  read: (name: string, fallback: string) => string,
  bad: ReturnType<typeof createReport>,
) {
  const port = read('QUARRY_PORT', '8080')
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    bad('QUARRY_PORT', port, 'an integer from 0 to 65535 (0 picks a free port)')
  const host = read('QUARRY_HOST', '127.0.0.1')
  if (!/^[A-Za-z0-9.:_-]{1,255}$/.test(host)) bad('QUARRY_HOST', host, 'an address or host name to listen on')
  const logLevel = read('QUARRY_LOG_LEVEL', 'info')
  if (!isMember(logLevels, logLevel)) bad('QUARRY_LOG_LEVEL', logLevel, `one of ${logLevels.join(', ')}`)
  const role = read('QUARRY_ROLE', 'all')
  if (!isMember(roles, role)) bad('QUARRY_ROLE', role, `one of ${roles.join(', ')}`)
  const databaseUrl = read('DATABASE_URL', '') || null
  if (isMember(roles, role) && role !== 'all' && databaseUrl === null)
    bad(
      'QUARRY_ROLE',
      role,
      'all if DATABASE_URL is not set, because the embedded database serves one server only',
    )
  if (databaseUrl && !/^postgres(?:ql)?:\/\/./.test(databaseUrl))
    bad('DATABASE_URL', hidden, 'a URL that begins with postgres:// or postgresql://')
  const drainSeconds = read('QUARRY_DRAIN_SECONDS', '0')
  if (!/^\d{1,3}$/.test(drainSeconds) || Number(drainSeconds) > 300)
    bad('QUARRY_DRAIN_SECONDS', drainSeconds, 'an integer from 0 to 300')
  const redisUrl = read('REDIS_URL', '') || null
  if (redisUrl && !/^rediss?:\/\/./.test(redisUrl))
    bad('REDIS_URL', hidden, 'a URL that begins with redis:// or rediss://')
  const adminToken = read('QUARRY_ADMIN_TOKEN', '') || null
  if (adminToken && !/^[\x21-\x7e]{16,256}$/.test(adminToken))
    bad('QUARRY_ADMIN_TOKEN', hidden, '16 to 256 printable characters without spaces')
  return {
    host,
    port: Number(port),
    databaseUrl,
    /** Redis shares rate limits and cached records between servers, never credits. */
    redisUrl,
    /** How long a stopping server still serves calls while its health check reports not ready. */
    drainSeconds: Number(drainSeconds),
    role: role as (typeof roles)[number],
    adminToken,
    logLevel: logLevel as LogLevel,
  }
}

const isMember = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value)
