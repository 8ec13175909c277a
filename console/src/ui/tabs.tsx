// Tabs by the ARIA pattern: one is in the tab order, arrow keys move between them.
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

export type Tab = { name: string; content: () => ReactNode }

type TabsProps = { label: string; tabs: Tab[]; aside?: ReactNode; start?: number }

export function Tabs({ label, tabs, aside, start = 0 }: TabsProps) {
  const [chosen, setChosen] = useState(start)
  const id = useId()
  const at = Math.min(chosen, tabs.length - 1)
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const next = (at + step + tabs.length) % tabs.length
    setChosen(next)
    document.getElementById(`${id}-tab-${next}`)?.focus()
  }
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-[1.1rem]">
        <div role="tablist" aria-label={label} className="flex flex-wrap gap-x-4">
          {tabs.map(({ name }, n) => (
            <button
              key={name}
              id={`${id}-tab-${n}`}
              type="button"
              role="tab"
              aria-selected={n === at}
              aria-controls={`${id}-panel`}
              tabIndex={n === at ? 0 : -1}
              className={`-mb-px border-b-2 py-2 text-[0.9rem] ${n === at ? 'border-accent font-medium' : 'quiet border-transparent'}`}
              onClick={() => setChosen(n)}
              onKeyDown={move}
            >
              {name}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${at}`}
        className="px-[1.1rem] py-3"
      >
        {tabs[at]?.content()}
      </div>
    </div>
  )
}
