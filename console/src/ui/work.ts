// Something that is asked of the server by a button: whether it is under way, and what went wrong.
import { useState } from 'react'

export function useWork() {
  const [problem, setProblem] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  async function work(run: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      await run()
    } catch (error) {
      setProblem(error)
    }
    setBusy(false)
  }
  return { problem, isBusy, work }
}
