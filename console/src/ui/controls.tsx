// Buttons and form fields, with the buttons that copy a text or change the theme and the language.
import { type ComponentProps, type ReactNode, useState } from 'react'
import { type Language, setPreferences, type Theme, usePreferences } from '../preferences.ts'
import { t } from '../text.ts'

/** `look` is a list of classes: `main`, `danger`, `small`, or of Tailwind. */
export const Button = ({ look = '', ...props }: ComponentProps<'button'> & { look?: string }) => (
  <button type="button" className={`button ${look}`} {...props} />
)

/** A button in a table that looks like a link. */
export const TextButton = ({ look = '', ...props }: ComponentProps<'button'> & { look?: string }) => (
  <button type="button" className={`text-left text-accent hover:underline ${look}`} {...props} />
)

export function FormField({ label, children }: { label: ReactNode; children: ReactNode }) {
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
  <FormField label={label}>
    <input className={`input ${look}`} autoComplete="off" spellCheck={false} {...props} />
  </FormField>
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
  <FormField label={label}>
    <select className="input" value={value} onChange={({ target }) => onChange(target.value)}>
      {children}
    </select>
  </FormField>
)

/** The trimmed texts of a form by the names of their fields. */
export function readForm(form: HTMLFormElement): (name: string) => string {
  const data = new FormData(form)
  return (name) => String(data.get(name) ?? '').trim()
}

/** The parts of a text between commas and spaces. */
export const splitList = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '')

const copiedShownMs = 1_500

/** A button that copies a text. */
export function Copy({ text, label = t('Copy') }: { text: string; label?: string }) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null)
  return (
    <Button
      look="small"
      onClick={async ({ currentTarget }) => {
        setResult((await copyText(text, currentTarget)) ? 'copied' : 'failed')
        setTimeout(() => setResult(null), copiedShownMs)
      }}
    >
      {result === 'copied' ? t('Copied') : result === 'failed' ? t('Not copied: select the text') : label}
    </Button>
  )
}

/**
 * The Clipboard API needs HTTPS or localhost, and a permission; otherwise falls back to `execCommand`. The text field
 * for it is placed beside the button, because an open dialog allows selections only within itself.
 */
async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    button.after(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    button.focus()
    return isCopied
  }
}

const nextTheme: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const themeSymbols = { system: '◐', light: '☀', dark: '☾' }

/** Buttons that change the theme and the language. */
export function PreferenceButtons() {
  const { theme, language } = usePreferences()
  const other: Language = language === 'en' ? 'fr' : 'en'
  return (
    <span className="flex gap-1.5">
      <Button
        look="small"
        title={t('Theme')}
        aria-label={`${t('Theme')}: ${t(theme)}`}
        onClick={() => setPreferences({ theme: nextTheme[theme] })}
      >
        {themeSymbols[theme]}
      </Button>
      <Button
        look="small"
        lang={other}
        aria-label={other === 'fr' ? 'FR: Français' : 'EN: English'}
        onClick={() => setPreferences({ language: other })}
      >
        {other.toUpperCase()}
      </Button>
    </span>
  )
}
