// Shows on a terminal what a long command works on, in one line that each step replaces. An empty text removes the
// line.

export function showStep(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}
