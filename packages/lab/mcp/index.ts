export { serveMcpOverHttp } from './http.ts'
export { createMcpServer } from './server.ts'
export { serveStdio } from '@modelcontextprotocol/server/stdio'
