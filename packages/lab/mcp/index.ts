export { serveMcpOverHttp } from './http.ts'
export { createMcpServer } from './server.ts'
export { defaultToolGroups, toolGroups } from './tool-groups.ts'
export { serveStdio } from '@modelcontextprotocol/server/stdio'
