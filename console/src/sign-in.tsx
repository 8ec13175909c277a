// The form at `/` for whoever is not signed in: one field, which takes a key or the operator's token. A link with a code
// signs in by itself.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { explain } from './explain.ts'
import { useSignIn } from './session.ts'
import { t } from './text.ts'
import { Preferences } from './ui/preferences.tsx'

/** Read once, and taken out of the address before anything else sees it. */
const code = /^#code=([\w-]{1,256})$/.exec(location.hash)?.[1] ?? null
if (code !== null) history.replaceState(null, '', location.pathname + location.search)

export function SignIn() {
  const { signIn } = useSignIn()
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(code !== null)
  const begun = useRef(false)

  async function begin(given: { secret: string } | { code: string }) {
    setBusy(true)
    setProblem(null)
    try {
      await signIn(given)
    } catch (error) {
      setProblem(error)
      setBusy(false)
      field.current?.focus()
      field.current?.select()
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of the link is good once
  useEffect(() => {
    document.title = `${t('Sign in')} · Quarry`
    if (code === null || begun.current) return
    begun.current = true
    void begin({ code })
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const secret = field.current?.value.trim() ?? ''
    if (secret !== '') void begin({ secret })
  }
  const said = problem === null ? null : explain(problem)

  return (
    <main className="mx-auto flex min-h-screen max-w-[25rem] flex-col justify-center px-5 py-10">
      <div className="mb-6 flex items-center gap-3">
        <img src="/docs/favicon.svg" alt="" width="36" height="36" />
        <div className="min-w-0">
          <h1>Quarry</h1>
          <p className="quiet text-sm">{t('Records from public sources, one call each')}</p>
        </div>
      </div>
      <form className="card p-5" onSubmit={submit}>
        <label className="field" htmlFor="secret">
          {t('API key or admin token')}
        </label>
        <input
          ref={field}
          id="secret"
          className="input mono"
          type="password"
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the page is this field
          autoFocus
          aria-describedby="secret-note"
          aria-invalid={said !== null}
        />
        <p id="secret-note" className="mt-2 text-sm" role={said ? 'alert' : undefined}>
          {said ? (
            <span className="text-red">
              {said.title}. {said.advice}
            </span>
          ) : (
            <span className="quiet">
              {t('A key shows its account, the token the whole service. Neither is kept in this browser.')}
            </span>
          )}
        </p>
        <button type="submit" className="button main mt-4 w-full" disabled={isBusy}>
          {isBusy ? t('Signing in…') : t('Sign in')}
        </button>
      </form>
      <nav className="mt-5 flex flex-wrap justify-between gap-3 text-sm" aria-label={t('Other pages')}>
        <span className="flex flex-wrap gap-x-4">
          <a href="/docs">{t('API reference')}</a>
          <a href="/status">{t('Status')}</a>
        </span>
        <Preferences />
      </nav>
    </main>
  )
}
