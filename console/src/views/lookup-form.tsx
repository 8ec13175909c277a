// The fields of a lookup, as its description says: for the playground, and for watches made of one.
import type { Lookup, Parameter } from '../reference.ts'
import { t } from '../text.ts'
import { Field } from '../ui/parts.tsx'
import type { Values } from './samples.ts'

export type Texts = Record<string, string>

type InputProps = {
  parameter: Parameter
  texts: Texts
  setTexts: (change: (before: Texts) => Texts) => void
}

export function LookupInput({ parameter, texts, setTexts }: InputProps) {
  const { name, description, isRequired, type, values, example } = parameter
  const value = texts[name] ?? ''
  const set = (text: string) => setTexts((before) => ({ ...before, [name]: text }))
  const options = values ?? (type === 'boolean' ? ['true', 'false'] : null)
  return (
    <div>
      <Field
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
            {options.map((one) => (
              <option key={one}>{one}</option>
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
      </Field>
      {description && <p className="quiet mt-1 text-[0.8rem]">{description}</p>}
    </div>
  )
}

/** What is not filled in is not sent; in a body each value has its own type. */
export function readValues({ method, parameters }: Lookup, texts: Texts): Values {
  return Object.fromEntries(
    parameters.flatMap(({ name, type }) => {
      const text = texts[name] ?? ''
      return text === '' ? [] : [[name, method === 'POST' ? typed(type, text) : text]]
    }),
  )
}

/** Options that only make sense for a call that somebody waits for. */
export const ofOneCall = ['is_async', 'soft_fail', 'webhook']

/** As a batch or a watch takes them: each with its own type. */
export function readInput({ parameters }: Lookup, texts: Texts): Values {
  return Object.fromEntries(
    parameters.flatMap(({ name, type }) => {
      const text = (texts[name] ?? '').trim()
      return text === '' || ofOneCall.includes(name) ? [] : [[name, typed(type, text)]]
    }),
  )
}

export function typed(type: string, text: string): unknown {
  if (type === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
