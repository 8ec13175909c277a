// Buttons and form fields.
import type { ComponentProps, ReactNode } from 'react'

/** `look` is a list of classes: `main`, `danger`, `small`, or of Tailwind. */
export const Button = ({ look = '', ...props }: ComponentProps<'button'> & { look?: string }) => (
  <button type="button" className={`button ${look}`} {...props} />
)

/** A button in a table that looks like a link. */
export const TextButton = ({ look = '', ...props }: ComponentProps<'button'> & { look?: string }) => (
  <button type="button" className={`text-left text-accent hover:underline ${look}`} {...props} />
)

export function Field({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className="field">
      {label}
      {children}
    </label>
  )
}

export const TextField = ({
  label,
  look = '',
  ...props
}: ComponentProps<'input'> & { label: string; look?: string }) => (
  <Field label={label}>
    <input className={`input ${look}`} autoComplete="off" spellCheck={false} {...props} />
  </Field>
)

/** Digits only; empty is allowed unless it is required. */
export const NumberField = (props: ComponentProps<typeof TextField>) => (
  <TextField inputMode="numeric" pattern={props.required ? '\\d+' : '\\d*'} {...props} />
)

type SelectFieldProps = {
  label: string
  value: string | number
  onChange: (value: string) => void
  children: ReactNode
}

export const SelectField = ({ label, value, onChange, children }: SelectFieldProps) => (
  <Field label={label}>
    <select className="input" value={value} onChange={({ target }) => onChange(target.value)}>
      {children}
    </select>
  </Field>
)

/** The trimmed texts of a form by the names of their fields. */
export function readForm(form: HTMLFormElement): (name: string) => string {
  const data = new FormData(form)
  return (name) => String(data.get(name) ?? '').trim()
}

/** The parts of a text between commas and spaces. */
export const splitList = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '')
