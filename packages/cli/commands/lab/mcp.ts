import packageJson from '@onair/server/package.json' with { type: 'json' }
import { CommandError, defineCommand, parseInteger, UsageError } from '../../command.ts'
import { printToStderr } from '../../print.ts'
import { findServer, sandboxClient, sandboxOptions } from '../sandbox/sandbox.ts'

const defaultPort = 4748

/** Serves the sandbox to clients of the Model Context Protocol. The SDK of the protocol is loaded by this command only. */
export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Serve the sandbox, the API and the documentation to MCP clients, on standard input and output',
  positionals: {},
  options: {
    http: { description: 'serve streamable HTTP on 127.0.0.1 instead' },
    port: {
      placeholder: '<port>',
      description: 'port for --http; 0 selects a free one',
      defaultText: `${defaultPort}`,
    },
    tools: {
      placeholder: '<group>',
      description:
        'tools to offer: lab, endpoints, demo, people, apps, drops, sinks, inspector, clock, faults, mails, worlds, open, or all',
      defaultText: 'lab, demo, people, apps, drops, sinks, inspector and clock: 40 tools',
      isRepeatable: true,
    },
    url: sandboxOptions.url,
  },
  async run({ http, port, tools, url }, env) {
    const listenPort = parseInteger('port', port ?? String(defaultPort), { min: 0, max: 65_535 })
    const baseUrl = await findServer({ url }, env)
    const { createMcpServer, defaultToolGroups, serveMcpOverHttp, serveStdio, toolGroups } =
      await import('@onair/lab/mcp')
    const chosen = tools.includes('all') ? toolGroups : toolGroups.filter((group) => tools.includes(group))
    const unknown = tools.find((each) => each !== 'all' && !toolGroups.some((group) => group === each))
    if (unknown !== undefined)
      throw new UsageError(`--tools must be all or one of ${toolGroups.join(', ')}, not ${unknown}.`)
    const groups = tools.length === 0 ? defaultToolGroups : chosen
    const target = {
      baseUrl,
      createCaller: (server: Parameters<typeof sandboxClient>[0]) => sandboxClient(server, env),
      sandboxSecret: env['ONAIR_SANDBOX_SECRET'],
      explain: (error: unknown) => (error instanceof CommandError ? error.message : null),
    }
    const createServer = () => createMcpServer(target, packageJson.version, groups)
    if (http) {
      const server = await serveMcpOverHttp(createServer, listenPort)
      printToStderr(`MCP is served at ${server.url} for the Onair server at ${baseUrl}.`)
      await server.closed
    } else serveStdio(createServer)
  },
})
