// The command palette (Ctrl K): opens views and lookups by typing.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { lookupsQuery } from './reference.ts'
import { listViews, type Session, useSignIn } from './session.ts'
import { t } from './text.ts'

type Item = { name: string; note: string; run: () => void }

export function Palette({ session, onClose }: { session: Session; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const found = useItems(session)
    .filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(text.trim().toLowerCase()))
    .slice(0, 12)
  const run = (item: Item | undefined) => {
    if (!item) return
    dialog.current?.close()
    item.run()
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(found[at])
    else if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setAt((at + found.length - 1) % Math.max(1, found.length))
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-label={t('Go to')}
      className="card mx-auto mt-[12vh] w-[calc(100%-2rem)] max-w-xl overflow-hidden p-0 text-ink shadow-2xl"
    >
      <input
        className="w-full border-b border-line bg-card px-4 py-3 text-base"
        placeholder={t('Go to a view or an endpoint')}
        aria-label={t('Go to a view or an endpoint')}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={move}
      />
      <Matches id={id} items={found} at={at} onRun={run} onPoint={setAt} />
    </dialog>
  )
}

type MatchesProps = {
  id: string
  items: readonly Item[]
  at: number
  onRun: (item: Item) => void
  onPoint: (at: number) => void
}

const Matches = ({ id, items, at, onRun, onPoint }: MatchesProps) => (
  <div id={`${id}-list`} role="listbox" aria-label={t('Go to')} className="max-h-[50vh] overflow-auto p-1.5">
    {items.map((item, n) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
      <div
        key={item.name + item.note}
        id={`${id}-${n}`}
        role="option"
        tabIndex={-1}
        aria-selected={n === at}
        className={`flex cursor-pointer justify-between gap-3 rounded-md px-3 py-2 ${n === at ? 'bg-tint' : ''}`}
        onClick={() => onRun(item)}
        onMouseMove={() => onPoint(n)}
      >
        <span>{item.name}</span>
        <span className="mono quiet truncate">{item.note}</span>
      </div>
    ))}
    {items.length === 0 && (
      <div role="option" tabIndex={-1} aria-selected="false" className="quiet px-3 py-4 text-center">
        {t('No matches')}
      </div>
    )}
  </div>
)

function useItems(session: Session): Item[] {
  const navigate = useNavigate()
  const { signOut } = useSignIn()
  const isAccount = session.role === 'account'
  const { data: lookups = [] } = useQuery({ ...lookupsQuery, enabled: isAccount })
  return [
    ...listViews(session).map(({ to, name }) => ({
      name: t(name),
      note: t('View'),
      run: () => void navigate({ to }),
    })),
    ...lookups.map(({ summary, path }) => ({
      name: summary,
      note: path,
      run: () => void navigate({ to: '/console/playground', search: { endpoint: path } as never }),
    })),
    { name: t('Sign out'), note: '', run: () => void signOut() },
    { name: t('Sign out everywhere'), note: '', run: () => void signOut(true) },
  ]
}
