// Bounds of connections without a valid key: per network, in all, and which connection is closed.
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createUnknownConnections, deriveConnectionLimits } from './connections.ts'

function startConnections(maxUnknown: number, maxUnknownPerNetwork: number) {
  const busy = new Set<Socket>()
  const closed: string[] = []
  const unknown = createUnknownConnections(
    { maxUnknown, maxUnknownPerNetwork },
    (socket) => !busy.has(socket),
  )
  return {
    unknown,
    busy,
    closed,
    async open(name: string, remoteAddress: string): Promise<Socket> {
      const events = new EventEmitter()
      const destroy = () => {
        closed.push(name)
        events.emit('close')
      }
      const socket = Object.assign(events, { remoteAddress, destroy }) as unknown as Socket
      unknown.open(socket)
      for (let n = 0; n < 3; n += 1) await setImmediate()
      return socket
    },
  }
}

test('half of the descriptors that the server does not need itself are for callers', () => {
  expect(deriveConnectionLimits(256, 14)).toEqual({ max: 89, maxUnknown: 66, maxUnknownPerNetwork: 22 })
  expect(deriveConnectionLimits(64, 14).max).toBe(16)
  const unbounded = { maxUnknown: 10_000, maxUnknownPerNetwork: 1_000 }
  expect(deriveConnectionLimits(1_048_576, 14)).toMatchObject(unbounded)
  expect(deriveConnectionLimits(Number.POSITIVE_INFINITY, 14)).toEqual({
    max: Number.POSITIVE_INFINITY,
    ...unbounded,
  })
})

test('the oldest idle connection of a network is closed for a new one; other networks keep theirs', async () => {
  const { open, closed, busy } = startConnections(100, 2)
  await open('other', '192.0.2.1')
  busy.add(await open('busy', '192.0.2.7'))
  await open('idle', '192.0.2.7')
  await open('new', '::ffff:192.0.2.7')
  expect(closed).toEqual(['idle'])
})

test('an IPv6 network is a /64', async () => {
  const { open, closed } = startConnections(100, 2)
  await open('first', '2001:db8:0:1::1')
  await open('second', '2001:db8:0:1::2')
  await open('other', '2001:db8:0:2::1')
  expect(closed).toEqual([])
  await open('third', '2001:db8:0:1:ffff::3')
  expect(closed).toEqual(['first'])
})

test('the new connection is closed if no other is idle', async () => {
  const { open, closed, busy } = startConnections(100, 2)
  for (const name of ['first', 'second']) busy.add(await open(name, '192.0.2.7'))
  await open('new', '192.0.2.7')
  expect(closed).toEqual(['new'])
})

test('many networks together are bounded too', async () => {
  const { open, closed } = startConnections(2, 2)
  for (const n of [1, 2, 3]) await open(`network ${n}`, `192.0.2.${n}`)
  expect(closed).toEqual(['network 1'])
})

test('connections that have sent a valid key, or have closed, do not count', async () => {
  const { open, closed, unknown } = startConnections(100, 2)
  const first = await open('first', '192.0.2.7')
  const second = await open('second', '192.0.2.7')
  unknown.remove(first)
  second.emit('close')
  expect([unknown.has(first), unknown.has(second)]).toEqual([false, false])
  await open('third', '192.0.2.7')
  await open('fourth', '192.0.2.7')
  expect(closed).toEqual([])
})
