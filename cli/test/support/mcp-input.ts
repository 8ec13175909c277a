/** The messages of an agent on the standard input of `quarry mcp`: it starts a session and calls a tool three times. */
export function buildMcpInput(tool: string, args: Record<string, unknown>): string {
  const messages = [
    {
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'agent', version: '1' },
      },
    },
    { method: 'notifications/initialized' },
    ...[1, 2, 3].map((id) => ({ id, method: 'tools/call', params: { name: tool, arguments: args } })),
  ]
  return messages.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message })).join('\n')
}
