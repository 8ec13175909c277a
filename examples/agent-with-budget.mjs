// An agent that works through a list of domains with the server's tools: `node agent-with-budget.mjs 5 fenmont.example …`.
// Each run stops when its budget of credits is spent. A plain rule picks the next tool, where you would ask a model.
const { QUARRY_KEY: key, QUARRY_URL: baseUrl = 'http://127.0.0.1:8080' } = process.env

/** Sends one JSON-RPC request to the server's MCP endpoint. */
async function send(budget, method, params) {
  const response = await fetch(`${baseUrl}/mcp?budget=${budget}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
  if (!message.result) throw new Error(message.error?.message ?? message.error)
  return message.result
}

const maxBudget = 999_999_999

/** The server counts a budget per key and day, so a run gets its credits on top of what was spent today. */
async function findDayBudget(credits) {
  const { _meta } = await send(maxBudget, 'tools/call', { name: 'usage', arguments: {} })
  const spentToday = maxBudget - _meta['quarry/budget_left']
  console.error(`spent today: ${spentToday}, this run: at most ${credits}`)
  return spentToday + credits
}

async function main([credits, ...domains]) {
  if (domains.length === 0 || !/^\d{1,6}$/.test(credits))
    throw new Error('usage: node agent-with-budget.mjs <credits> <domain>…')
  if (!key) throw new Error('set QUARRY_KEY to your API key')
  const budget = await findDayBudget(Number(credits))
  const { tools } = await send(budget, 'tools/list', {})
  console.error(`${tools.length} tools`)
  const names = ['company', 'company_social'].filter((name) => tools.some((tool) => tool.name === name))
  const steps = domains.flatMap((query) => names.map((name) => ({ name, arguments: { query } })))

  for (const step of steps) {
    const { content, isError } = await send(budget, 'tools/call', step)
    const [first, facts] = content.map(({ text }) => text)
    const lines = first.split('\n')
    if (isError && first.startsWith('budget_exceeded')) {
      console.log(`stopped: ${lines[0]}`)
      break
    }
    const label = `${step.name} ${step.arguments.query}`
    // The first line of a record says that the text below it comes from outside.
    console.log(isError ? `${label}: ${lines[0]}` : `${label}: ${lines[1].slice(0, 60)}… ${facts}`)
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`agent-with-budget: ${error.cause?.message ?? error.message}`)
  process.exitCode = 1
})
