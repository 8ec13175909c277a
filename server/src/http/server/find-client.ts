// Names the client of a request: its key, read as the call reads it, or its address without a valid key.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { findKey } from '../../calls/admit.ts'
import { splitQuery } from '../../lookups/read-query.ts'
import { listHeaderKeys, readRawQuery } from './request-guard.ts'

/** The key that a request sends, valid or not. */
export const readRequestKey = (request: IncomingMessage): string | null =>
  findKey(listHeaderKeys(request), splitQuery(readRawQuery(request.url)))

export function findClient(
  { raw, ip }: FastifyRequest,
  isKnownKey: ((secret: string) => boolean) | undefined,
): string {
  const key = readRequestKey(raw)
  return key !== null && isKnownKey?.(key) ? key : ip
}
