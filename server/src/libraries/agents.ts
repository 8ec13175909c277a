export { createMcpHandler, Server } from '@modelcontextprotocol/server'
