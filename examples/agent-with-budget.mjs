// An agent that works through a list of domains with the server's tools and stops where its budget ends:
// `node agent-with-budget.mjs 5 fenmont.example …`. In place of a model there is a plain rule that picks the next tool;
// whatever a model would pick instead, the budget holds.
const [limit = '5', ...domains] = process.argv.slice(2)
const url = `${process.env.QUARRY_URL ?? 'http://127.0.0.1:8080'}/mcp?budget=${limit}`

let id = 0
async function ask(method, params) {
  id += 1
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${process.env.QUARRY_KEY}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  })
  const text = await answer.text()
  const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
  if (!message.result) throw new Error(message.error?.message ?? message.error)
  return message.result
}

const { tools } = await ask('tools/list', {})
const wanted = ['company', 'company_social'].filter((name) => tools.some((tool) => tool.name === name))
console.error(`${tools.length} tools`)

const steps = domains.flatMap((query) => wanted.map((name) => ({ name, arguments: { query } })))
for (const step of steps) {
  const { content, isError } = await ask('tools/call', step)
  const [first, facts] = content.map(({ text }) => text)
  if (isError && first.startsWith('budget_exceeded')) {
    console.log(`stopped: ${first.split('\n')[0]}`)
    break
  }
  // The first line only says that what follows was written by others.
  if (isError) console.log(`${step.name} ${step.arguments.query}: ${first.split('\n')[0]}`)
  else console.log(`${step.name} ${step.arguments.query}: ${first.split('\n')[1].slice(0, 60)}… ${facts}`)
}
