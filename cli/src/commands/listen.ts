// `quarry listen` follows the events of the account and posts them to a receiver as signed webhooks, so that a receiver
// can be tried on a developer's machine.
import { isIPv4 } from 'node:net'
import type { Command } from 'commander'
import type { QuarryEvent } from '../../../sdk/src/index.ts'
import { exitCodes, UsageError } from '../failure.ts'
import { untilInterrupted } from '../interrupt.ts'
import { printNotice, write } from '../output.ts'
import { openClient } from '../profile.ts'
import { suggestName } from '../text.ts'
import {
  buildMessage,
  createSecret,
  type DeliveryOutcome,
  findMessageType,
  type MessageType,
  messageTypes,
  type Receiver,
  sendMessage,
} from '../webhook-message.ts'

type Options = { forward: string; events?: string; allowRemote?: boolean }

export const addListen = (program: Command): void =>
  void program
    .command('listen')
    .description('send the webhooks of jobs, batches and watches to a receiver on this machine')
    .requiredOption('--forward <url>', 'receiver, such as http://localhost:3000/hook')
    .option('--events <names>', `only these types, separated by commas: ${messageTypes.join(', ')}`)
    .option('--allow-remote', 'allow a receiver on another machine')
    .action(listen)

/** Bounds the memory of a command that runs for weeks. */
const maxRemembered = 10_000

async function listen({ forward, events, allowRemote = false }: Options): Promise<void> {
  const url = readReceiver(forward, allowRemote)
  const types = readTypes(events)
  const quarry = openClient()
  const secret = createSecret()
  printNotice(`Forwarding ${[...types].join(', ')} to ${url.href}`)
  printNotice(`Signing secret: ${secret} (valid until you stop this command with Ctrl-C)`)
  let connections = 0
  const onOpen = () => {
    connections += 1
    printNotice(connections === 1 ? 'Connected; waiting for events.' : 'Connected again.')
  }
  const sent = new Set<string>()
  const isInterrupted = await untilInterrupted(async (signal) => {
    for await (const event of quarry.events({ signal, onOpen })) {
      const type = findMessageType(event)
      if (event.type === 'gap') printNotice(describeGap(event))
      if (type === null || !types.has(type)) continue
      const message = await buildMessage(quarry, event, type)
      if (message === null) {
        printNotice(`Not sent: the subject of ${type} was deleted in the meantime.`)
        continue
      }
      // The stream may repeat the last state of a batch.
      if (sent.has(message.id)) continue
      if (sent.size >= maxRemembered) sent.clear()
      sent.add(message.id)
      report(type, message.id, await sendMessage({ url, secret, signal } satisfies Receiver, message))
    }
  })
  if (isInterrupted) process.exitCode = exitCodes.interrupted
}

const describeGap = ({ data }: QuarryEvent & { type: 'gap' }): string =>
  `Events are missing ${data.from === null ? '' : `from ${data.from} `}until ${data.to}.`

function report(type: MessageType, id: string, outcome: DeliveryOutcome): void {
  const time = new Date().toISOString().slice(11, 19)
  const result = 'status' in outcome ? `${outcome.status} in ${outcome.ms} ms` : `failed: ${outcome.problem}`
  write(`${time}  ${type}  ${id}  ${result}\n`)
}

function readTypes(text: string | undefined): Set<MessageType> {
  const names = text === undefined ? messageTypes : text.split(',').map((name) => name.trim())
  return new Set(
    names.map((name) => {
      const type = messageTypes.find((candidate) => candidate === name)
      if (type === undefined)
        throw new UsageError(
          `--events has ${JSON.stringify(name)}; the known types are ${messageTypes.join(', ')}${suggestName(name, messageTypes)}`,
        )
      return type
    }),
  )
}

function readReceiver(text: string, allowRemote: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError(
      '--forward must be an http:// or https:// address, such as http://localhost:3000/hook',
    )
  if (!allowRemote && !isLoopback(url.hostname))
    throw new UsageError(
      `--forward is ${url.hostname}, which is not this machine; add --allow-remote if you trust it with your records`,
    )
  return url
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '[::1]' ||
  (isIPv4(host) && host.startsWith('127.'))
