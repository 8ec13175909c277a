// Finds an endpoint by words of its name, path, source or description; the matches are grouped by source.
import { useState } from 'react'
import type { Lookup } from '../reference.ts'
import { t } from '../text.ts'
import { Field } from '../ui/controls.tsx'

export const groupBySource = (all: readonly Lookup[]) =>
  [...new Set(all.map(({ tag }) => tag))].map(
    (tag) => [tag, all.filter((endpoint) => endpoint.tag === tag)] as const,
  )

/** Every word must occur. */
function matches({ path, summary, description, tag }: Lookup, words: readonly string[]): boolean {
  const text = `${path} ${summary} ${description} ${tag}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

type EndpointSearchProps = { all: readonly Lookup[]; onPick: (path: string) => void }

export function EndpointSearch({ all, onPick }: EndpointSearchProps) {
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = words.length === 0 ? [] : groupBySource(all.filter((endpoint) => matches(endpoint, words)))
  return (
    <div>
      <Field label={t('Find an endpoint')}>
        <input
          type="search"
          className="input"
          value={text}
          placeholder={t('event, company, price…')}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {words.length > 0 && (
        <div
          role="status"
          className="mt-1 max-h-72 overflow-auto rounded-md border border-line text-[0.9rem]"
        >
          {found.length === 0 && <p className="quiet px-3 py-2">{t('No endpoint matches')}</p>}
          {found.map(([tag, members]) => (
            <section key={tag} aria-label={tag}>
              <h3 className="quiet px-3 pt-2 text-[0.8rem]">{tag}</h3>
              <ul>
                {members.map(({ path, summary }) => (
                  <li key={path}>
                    <button
                      type="button"
                      className="w-full cursor-pointer px-3 py-1.5 text-left hover:bg-raised"
                      onClick={() => {
                        setText('')
                        onPick(path)
                      }}
                    >
                      {summary} <span className="mono quiet break-all">{path}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}
