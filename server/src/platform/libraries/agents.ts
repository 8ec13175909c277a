// What the server uses of the MCP SDK: the build bundles only these exports.
export { createMcpHandler, Server } from '@modelcontextprotocol/server'
