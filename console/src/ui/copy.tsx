// A button that copies a text.
import { useState } from 'react'
import { t } from '../text.ts'
import { Button } from './controls.tsx'

const shownMs = 1_500

export function Copy({ text, label = t('Copy') }: { text: string; label?: string }) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null)
  return (
    <Button
      look="small"
      onClick={async ({ currentTarget }) => {
        setResult((await copyText(text, currentTarget)) ? 'copied' : 'failed')
        setTimeout(() => setResult(null), shownMs)
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
