// Fisher's exact test for two counts. Exact for any share and any number, so that the rate of false alarms is known.

const logFactorials: number[] = [0]

function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next += 1)
    logFactorials.push((logFactorials[next - 1] as number) + Math.log(next))
  return logFactorials[n] as number
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

/** `had` of `drawn` calls have a feature, and `hadBefore` of `before` others: the probability of this many or more. */
export function toProbability(had: number, drawn: number, hadBefore: number, before: number): number {
  const all = drawn + before
  const having = had + hadBefore
  const most = Math.min(drawn, having)
  const scale = logChoose(all, drawn)
  let sum = 0
  for (let k = had; k <= most; k += 1) {
    const term = Math.exp(logChoose(having, k) + logChoose(all - having, drawn - k) - scale)
    sum += term
    // Above the mean, where alarms are, the terms decrease.
    if (term < sum * 1e-12) break
  }
  return Math.min(1, sum)
}
