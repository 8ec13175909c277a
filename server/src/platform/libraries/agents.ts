// The exports of the MCP SDK that the server uses; the build bundles only these.
export { createMcpHandler, Server } from '@modelcontextprotocol/server'
