// Runs an action of a button or form and keeps its state: busy, or failed with an error.
import { useState } from 'react'

export type Work = (run: () => Promise<unknown>) => Promise<void>

export function useWork() {
  const [problem, setProblem] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const work: Work = async (run) => {
    setBusy(true)
    setProblem(null)
    await run().catch(setProblem)
    setBusy(false)
  }
  return { problem, isBusy, work }
}
