// The form fields of a lookup and the values that they hold: choosing or finding its endpoint, and its parameters.
import { useState } from 'react'
import type { LookupInfo, Parameter } from '../reference.ts'
import { t } from '../text.ts'
import { FormField, SelectField } from '../ui/controls.tsx'
import type { Values } from './samples.ts'

export type Texts = Record<string, string>

type InputProps = {
  parameter: Parameter
  texts: Texts
  setTexts: (change: (before: Texts) => Texts) => void
}

export function ParameterInput({ parameter, texts, setTexts }: InputProps) {
  const { name, description, isRequired, type, values, example } = parameter
  const value = texts[name] ?? ''
  const set = (text: string) => setTexts((before) => ({ ...before, [name]: text }))
  const options = values ?? (type === 'boolean' ? ['true', 'false'] : null)
  return (
    <div>
      <FormField
        label={
          <>
            <span className="mono text-ink">{name}</span>{' '}
            {isRequired && <span className="text-red">{t('required')}</span>}
          </>
        }
      >
        {options ? (
          <select
            className="input"
            value={value}
            required={isRequired}
            onChange={(event) => set(event.target.value)}
          >
            <option value="">–</option>
            {options.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        ) : (
          <input
            className="input"
            value={value}
            required={isRequired}
            placeholder={example ?? ''}
            inputMode={type === 'integer' || type === 'number' ? 'numeric' : undefined}
            spellCheck={false}
            onChange={(event) => set(event.target.value)}
          />
        )}
      </FormField>
      {description && <p className="quiet mt-1 text-[0.8rem]">{description}</p>}
    </div>
  )
}

/** Options of a single call that batches and watches do not have. */
export const singleCallOptions = ['is_async', 'soft_fail', 'webhook', 'format']

/** The values to send: empty fields are left out, and the values of a body have the types of their parameters. */
export const readValues = ({ method, parameters }: LookupInfo, texts: Texts): Values =>
  collectValues(parameters, (name) => texts[name] ?? '', method === 'POST')

/** The values of a batch input or a watch, each with the type of its parameter. */
export const readBatchInput = ({ parameters }: LookupInfo, texts: Texts): Values =>
  collectValues(
    parameters.filter(({ name }) => !singleCallOptions.includes(name)),
    (name) => (texts[name] ?? '').trim(),
    true,
  )

export const collectValues = (
  parameters: readonly Parameter[],
  readText: (name: string) => string,
  isTyped: boolean,
): Values =>
  Object.fromEntries(
    parameters.flatMap(({ name, type }) => {
      const text = readText(name)
      return text === '' ? [] : [[name, isTyped ? parseValue(type, text) : text]]
    }),
  )

/** Texts that do not fit their type are sent unchanged: the server names the problem. */
function parseValue(type: string, text: string): unknown {
  if (type === 'string') return text
  if (type === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type EndpointFieldProps = { all: readonly LookupInfo[]; path: string; onChange: (path: string) => void }

export const EndpointField = ({ all, path, onChange }: EndpointFieldProps) => (
  <SelectField label={t('Endpoint')} value={path} onChange={onChange}>
    {all.map((lookup) => (
      <option key={lookup.path} value={lookup.path}>
        {lookup.summary} ({lookup.path})
      </option>
    ))}
  </SelectField>
)

export const groupBySource = (all: readonly LookupInfo[]) =>
  [...new Set(all.map(({ tag }) => tag))].map(
    (tag) => [tag, all.filter((endpoint) => endpoint.tag === tag)] as const,
  )

/** Every word must occur. */
function matches({ path, summary, description, tag }: LookupInfo, words: readonly string[]): boolean {
  const text = `${path} ${summary} ${description} ${tag}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

type EndpointSearchProps = { all: readonly LookupInfo[]; onPick: (path: string) => void }

/** Finds an endpoint by words of its name, path, source or description; the matches are grouped by source. */
export function EndpointSearch({ all, onPick }: EndpointSearchProps) {
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = words.length === 0 ? [] : groupBySource(all.filter((endpoint) => matches(endpoint, words)))
  return (
    <div>
      <FormField label={t('Find an endpoint')}>
        <input
          type="search"
          className="input"
          value={text}
          placeholder={t('event, company, price…')}
          onChange={(event) => setText(event.target.value)}
        />
      </FormField>
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
