import {
  fromJsonSchema,
  McpServer,
  type CallToolResult,
  type jsonSchemaValidator,
  type JsonSchemaValidatorResult,
} from '@modelcontextprotocol/server'
import { formatReason, sandboxApi } from '@onair/contract'
import { ApiError, type ApiEndpoint, type Client, type Credentials } from '@onair/sdk/http'
import packageJson from '@onair/server/package.json' with { type: 'json' }
import { CommandError, type Env } from '@onair/cli/command.ts'
import { sandboxClient } from '@onair/cli/commands/sandbox/sandbox.ts'
import { listPages } from './resources.ts'
import { dropsLabInput, runDropsLab } from './run-drops-lab.ts'
import { InvalidArguments, listEndpointTools, readArguments, type EndpointTool } from './tools.ts'
import { verifySignature, verifySignatureInput } from './verify-signature.ts'

const instructions = `Onair is a live-streaming platform with an open developer API; this is its sandbox. Tools named \
sandbox_… create people, applications, tokens, webhook receivers (sinks) and events, move the clock and read the \
inspector. Tools named open_… call the API as a bot or a game would. Start with sandbox_demo_getOverview: it returns \
the demo people and the demo application. Ids are strings; amounts are in won; dates are RFC 3339. An error has a \
code, and a field if one argument is wrong. If an event did not arrive, ask sandbox_inspector_explainMissingEvent; if a \
signature does not match, webhook_verifySignature. Webhooks arrive within a second: poll sandbox_sinks_getSink.`

const endpointTools = listEndpointTools()
const pages = listPages()

/** The server validates arguments and states the error code; the SDK would answer with a sentence only. */
const acceptAll: jsonSchemaValidator = { getValidator: () => accept }

function accept<T>(input: unknown): JsonSchemaValidatorResult<T> {
  return { valid: true, data: input as T, errorMessage: undefined }
}

export function createMcpServer(baseUrl: string, env: Env): McpServer {
  const server = new McpServer({ name: 'onair', version: packageJson.version }, { instructions })
  for (const tool of endpointTools)
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: fromJsonSchema<Record<string, unknown>>(tool.inputSchema, acceptAll),
        annotations: {
          readOnlyHint: tool.isReadOnly,
          destructiveHint: tool.isDestructive,
          openWorldHint: false,
        },
      },
      (args) => callTool(() => callEndpoint(tool, args, { baseUrl, env })),
    )
  server.registerTool(
    'webhook_verifySignature',
    {
      description:
        'Check the signature of a received notification and explain a mismatch.\nReturns { matches: boolean, findings: list of { mistake: string, advice: string } }; findings is empty if the signature matches.',
      inputSchema: fromJsonSchema<Record<string, unknown>>(verifySignatureInput, acceptAll),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (args) => callTool(() => verifySignature(args)),
  )
  server.registerTool(
    'drops_runLab',
    {
      description:
        'Play claims with duplicate, late, lost and forged notifications against a drops service, and reconcile both sides. It takes up to a minute, moves the clock, and sets the webhook and the fault plan, which it restores.\nReturns { passed: boolean, rounds: list of { round, claimed, notified, fulfilled, granted, grantedTwice, neverGranted }, findings: list of { code, round, seen, why, fix, claimIds, inspectorUrls }, unclaimed: list }.',
      inputSchema: fromJsonSchema<Record<string, unknown>>(dropsLabInput, acceptAll),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (args) => callTool(() => runDropsLab(args, { baseUrl, env })),
  )
  for (const { name, uri, title, read } of pages)
    server.registerResource(name, uri, { title, mimeType: 'text/markdown' }, async () => ({
      contents: [{ uri, mimeType: 'text/markdown', text: await read() }],
    }))
  return server
}

type Target = { baseUrl: string; env: Env }

async function callEndpoint(tool: EndpointTool, args: Record<string, unknown>, target: Target): Promise<unknown> {
  const { input, credentials, baseUrl: worldUrl } = readArguments(tool, args)
  const baseUrl = worldUrl === undefined ? target.baseUrl : requireSameHost(worldUrl, target.baseUrl)
  const call = sandboxClient(
    { baseUrl, credentials: await completeCredentials(tool, credentials, baseUrl, target) },
    target.env,
  )
  return (call as (endpoint: ApiEndpoint, input: object) => ReturnType<Client>)(tool.endpoint as ApiEndpoint, input)
}

/** The secret of a public sandbox, and tokens, are not sent to other hosts. */
function requireSameHost(url: string, baseUrl: string): string {
  const { hostname, protocol } = new URL(baseUrl)
  const world = URL.parse(url)
  if (world === null || world.hostname !== hostname || world.protocol !== protocol)
    throw new InvalidArguments('INVALID_VALUE', 'baseUrl', `baseUrl: must be a URL of ${protocol}//${hostname}`)
  return world.origin
}

async function completeCredentials(
  { endpoint }: EndpointTool,
  credentials: Credentials,
  baseUrl: string,
  { env }: Target,
): Promise<Credentials> {
  if (endpoint.auth.kind !== 'client') return credentials
  const { clientId, clientSecret } = credentials
  if (clientId !== undefined && clientSecret === undefined)
    throw new InvalidArguments('MISSING', 'clientSecret', 'clientSecret: is required with clientId')
  if (clientId !== undefined) return credentials
  const { demo } = await sandboxClient({ baseUrl }, env)(sandboxApi.demo.getOverview)
  return { clientId: demo.clientId, clientSecret: demo.clientSecret }
}

async function callTool(run: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    const content = await run()
    return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: { content } }
  } catch (error) {
    const described = describeError(error)
    if (described === null) throw error
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(described) }], structuredContent: described }
  }
}

/** Null for a bug, whose message the SDK passes on. */
function describeError(error: unknown): Record<string, unknown> | null {
  if (error instanceof InvalidArguments) return { code: error.code, field: error.field, message: error.message }
  if (error instanceof CommandError) return { code: 'NOT_CONNECTED', message: error.message }
  if (!(error instanceof ApiError)) return null
  const { status, apiMessage, reason, retryAfterSec } = error
  return {
    code: reason?.code ?? apiMessage,
    status,
    message: reason === undefined ? apiMessage : formatReason(reason),
    ...(reason?.field !== undefined && { field: reason.field }),
    ...(reason !== undefined && { params: reason.params }),
    ...(retryAfterSec !== undefined && { retryAfterSec }),
  }
}
