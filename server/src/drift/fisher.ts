// Fisher's exact test for two counts: how likely it is that of `n` calls so many, or more, have something that others
// have, too, if the calls were drawn from one lot. Exact for any share and any number, which is what makes the rate of
// false alarms known.

const logFactorials: number[] = [0]

function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next += 1)
    logFactorials.push((logFactorials[next - 1] as number) + Math.log(next))
  return logFactorials[n] as number
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

/** `had` of `drawn` calls have it, and `hadBefore` of `before` others: how likely so many, or more, are by chance. */
export function chanceOfSoMany(had: number, drawn: number, hadBefore: number, before: number): number {
  const all = drawn + before
  const having = had + hadBefore
  const most = Math.min(drawn, having)
  const scale = logChoose(all, drawn)
  let sum = 0
  for (let k = had; k <= most; k += 1) {
    const term = Math.exp(logChoose(having, k) + logChoose(all - having, drawn - k) - scale)
    sum += term
    // Above the mean, where alarms are, the terms only get smaller.
    if (term < sum * 1e-12) break
  }
  return Math.min(1, sum)
}
