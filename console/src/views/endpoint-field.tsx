// The choice of a lookup, for whatever is made of one: a batch or a watch.
import { t } from '../text.ts'
import { Field } from '../ui/parts.tsx'

type Props = {
  all: readonly { path: string; summary: string }[]
  path: string
  onChange: (path: string) => void
}

export const EndpointField = ({ all, path, onChange }: Props) => (
  <Field label={t('Endpoint')}>
    <select className="input" value={path} onChange={(event) => onChange(event.target.value)}>
      {all.map((one) => (
        <option key={one.path} value={one.path}>
          {one.summary} ({one.path})
        </option>
      ))}
    </select>
  </Field>
)
