// What to do on the first visit: a checklist that vanishes when everything on it was done once.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { quarry } from '../api.ts'
import { t } from '../text.ts'
import { Button, Copy } from '../ui/controls.tsx'
import { Badge, Card } from '../ui/parts.tsx'

type Step = { name: string; title: string; note: string; isDone: boolean; to?: string; action: string }

const firstItem = { query: { limit: 1 } } as const

/**
 * Reads which steps the account has done. Visits to the views of agents and keys are stored in the browser, because the
 * server does not know them.
 */
const readDone = async () => {
  const [calls, batches, watches] = await Promise.all([
    quarry.request('GET', '/v2/calls', firstItem),
    quarry.request('GET', '/v2/batches', firstItem),
    quarry.request('GET', '/v2/watches', firstItem),
  ])
  return {
    call: calls.data.calls.length > 0,
    batch: batches.data.batches.length > 0,
    watch: watches.data.watches.length > 0,
  }
}

const storageKey = 'quarry_first_steps'
/** A browser that blocks storage shows the steps again on the next visit. */
function readSeen(): string[] {
  try {
    return (localStorage.getItem(storageKey) ?? '').split(',')
  } catch {
    return []
  }
}

function storeSeen(names: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, names.join(','))
  } catch {
    // Without storage the steps are shown again on the next visit.
  }
}

export function FirstSteps() {
  const done = useQuery({ queryKey: ['first steps'], queryFn: readDone })
  const [seen, setSeen] = useState(readSeen)
  const [isAgentShown, setAgentShown] = useState(false)
  if (!done.data || seen.includes('hidden')) return null
  const markSeen = (name: string) => {
    const names = [...new Set([...seen, name])]
    storeSeen(names)
    setSeen(names)
  }
  const steps = listSteps(done.data, seen)
  if (steps.every(({ isDone }) => isDone) && !isAgentShown) return null
  return (
    <Card
      title={t('First steps')}
      className="mb-4"
      aside={
        <Button look="small" onClick={() => markSeen('hidden')}>
          {t('Hide')}
        </Button>
      }
    >
      <ol>
        {steps.map((step) => (
          <li
            key={step.name}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2.5"
          >
            <span className="min-w-0 flex-1 basis-56">
              <span className="font-medium">{step.title}</span>
              <span className="quiet block text-sm">{step.note}</span>
            </span>
            {step.isDone ? (
              <Badge kind="good">{t('done')}</Badge>
            ) : step.to ? (
              <Link to={step.to} className="button small" onClick={() => markSeen(step.name)}>
                {step.action}
              </Link>
            ) : (
              <Button
                look="small"
                onClick={() => {
                  setAgentShown(true)
                  markSeen(step.name)
                }}
              >
                {step.action}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {isAgentShown && <AgentSetup />}
    </Card>
  )
}

const listSteps = (done: Awaited<ReturnType<typeof readDone>>, seen: readonly string[]): Step[] => [
  {
    name: 'call',
    title: t('Make a call'),
    note: t('One lookup returns one record. The playground has an example of each.'),
    isDone: done.call,
    to: '/console/playground',
    action: t('Open the playground'),
  },
  {
    name: 'batch',
    title: t('Start a batch'),
    note: t('Upload a file and get a record for each line.'),
    isDone: done.batch,
    to: '/console/jobs',
    action: t('New batch'),
  },
  {
    name: 'watch',
    title: t('Watch something'),
    note: t('A lookup on a schedule that reports what changed.'),
    isDone: done.watch,
    to: '/console/watches',
    action: t('New watch'),
  },
  {
    name: 'agent',
    title: t('Connect an agent'),
    note: t('Every lookup is a tool for AI agents, with a budget.'),
    isDone: seen.includes('agent'),
    action: t('Show the set-up'),
  },
  {
    name: 'key',
    title: t('See your keys'),
    note: t('Create a key for each program, with scopes and a quota.'),
    isDone: seen.includes('key'),
    to: '/console/keys',
    action: t('Open keys'),
  },
]

/** The configuration of an MCP client; the key stays a placeholder. */
function AgentSetup() {
  const url = `${location.origin}/mcp?budget=100`
  const headers = { Authorization: 'Bearer qry_…' }
  const text = JSON.stringify({ mcpServers: { quarry: { type: 'http', url, headers } } }, null, 2)
  return (
    <div className="border-t border-line pt-3">
      <p className="quiet mb-1 text-sm">
        {t(
          'Add this to the configuration of your agent, with your key. It spends at most 100 credits a day.',
        )}
      </p>
      <pre className="mono overflow-auto whitespace-pre-wrap">{text}</pre>
      <Copy text={text} />
    </div>
  )
}
