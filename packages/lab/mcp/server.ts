import {
  fromJsonSchema,
  McpServer,
  type CallToolResult,
  type jsonSchemaValidator,
  type JsonSchemaValidatorResult,
} from '@modelcontextprotocol/server'
import { formatReason, sandboxApi } from '@onair/contract'
import { ApiError, type ApiEndpoint, type Client, type Credentials } from '@onair/sdk/http'
import { LabError } from '../error.ts'
import { checkArguments, type ToolInput } from './arguments.ts'
import { certify, certifyInput } from './certify.ts'
import { replay, replayInput } from './replay.ts'
import { listPages } from './resources.ts'
import { listScopes, listScopesInput } from './scopes.ts'
import type { Target } from './target.ts'
import { defaultToolGroups, groupOf, toolGroups, type ToolGroup } from './tool-groups.ts'
import { InvalidArguments, listEndpointTools, readArguments, type EndpointTool } from './tools.ts'
import { verifySignature, verifySignatureInput } from './verify-signature.ts'

const instructions = `Onair is a live-streaming platform with an open developer API; this is its sandbox. Tools named \
sandbox_… create people, applications, tokens, webhook receivers (sinks) and events, move the clock and read the \
inspector. Tools named open_… call the API as a bot or a game would. Start with sandbox_demo_getOverview: it returns \
the demo people and the demo application. Ids are strings; amounts are in won; dates are RFC 3339. An error has a \
code, and a field if one argument is wrong. If an event did not arrive, ask sandbox_inspector_explainMissingEvent; if a \
signature does not match, webhook_verifySignature. open_listScopes names the scopes. lab_certify judges a running \
program, and lab_replay plays an evening. Webhooks arrive within a second: poll sandbox_sinks_getSink.`

const endpointTools = listEndpointTools()
const pages = listPages()

/** The server validates arguments and states the error code; the SDK would answer with a sentence only. */
const acceptAll: jsonSchemaValidator = { getValidator: () => accept }

function accept<T>(input: unknown): JsonSchemaValidatorResult<T> {
  return { valid: true, data: input as T, errorMessage: undefined }
}

/** A server with the tools of these groups. */
export function createMcpServer(
  target: Target,
  version: string,
  groups: readonly ToolGroup[] = defaultToolGroups,
): McpServer {
  const offers = ({ name }: { name: string }) => groups.includes(groupOf(name))
  const server = new McpServer({ name: 'onair', version }, { instructions: instructions + othersText(groups) })
  const callTool = (run: () => Promise<unknown>) => answer(run, target.explain)
  registerEndpoints(server, endpointTools.filter(offers), target, callTool)
  registerLabTools(server, labTools.filter(offers), target, callTool)
  for (const { name, uri, title, read } of pages)
    server.registerResource(name, uri, { title, mimeType: 'text/markdown' }, async () => ({
      contents: [{ uri, mimeType: 'text/markdown', text: await read() }],
    }))
  return server
}

type CallTool = (run: () => Promise<unknown>) => Promise<CallToolResult>

/** Says which groups of tools are not offered, because a client may ask its user for them. */
function othersText(groups: readonly ToolGroup[]): string {
  const others = toolGroups.filter((group) => !groups.includes(group))
  return others.length === 0
    ? ''
    : ` Tools of these groups are not offered; onair mcp --tools adds them: ${others.join(', ')}.`
}

function registerEndpoints(
  server: McpServer,
  tools: readonly EndpointTool[],
  target: Target,
  callTool: CallTool,
): void {
  for (const tool of tools)
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
      (args) => callTool(() => callEndpoint(tool, args, target)),
    )
}

function registerLabTools(server: McpServer, tools: readonly LabTool[], target: Target, callTool: CallTool): void {
  for (const { name, description, input, annotations, run } of tools)
    server.registerTool(
      name,
      {
        description,
        inputSchema: fromJsonSchema<Record<string, unknown>>(input as object, acceptAll),
        annotations: { openWorldHint: false, destructiveHint: false, ...annotations },
      },
      (args) =>
        callTool(async () => {
          checkArguments(name, input, args)
          return run(args, target)
        }),
    )
}

type LabTool = {
  name: string
  description: string
  input: ToolInput
  annotations: { readOnlyHint: boolean }
  run: (args: Record<string, unknown>, target: Target) => Promise<object> | object
}

/** The tools that are no endpoint. */
const labTools: readonly LabTool[] = [
  {
    name: 'open_listScopes',
    description:
      'List the scopes of the Open API, as they are written when an application is created or a grant is made.\nReturns { scopes: list of { scope: string, allows: string, grantedBy: user or application, tools: list of string; The tools that need it } }.',
    input: listScopesInput,
    annotations: { readOnlyHint: true },
    run: () => listScopes(endpointTools),
  },
  {
    name: 'webhook_verifySignature',
    description:
      'Check the signature of a received notification and explain a mismatch.\nReturns { matches: boolean, findings: list of { mistake: string, advice: string } }; findings is empty if the signature matches.',
    input: verifySignatureInput,
    annotations: { readOnlyHint: true },
    run: (args) => verifySignature(args),
  },
  {
    name: 'lab_certify',
    description:
      'Certify a bot, overlay, webhook receiver or drops service that is running: play what happens to it on bad evenings, and judge what it does. It takes up to some minutes, and sets the fault plan, for webhooks also the clock and the webhook of the application, which it restores.\nReturns { score, passedPoints, applicablePoints, notRun, results: list of { id, verdict, points, title, seen, why, fix, section, statements, requests } }.',
    input: certifyInput,
    annotations: { readOnlyHint: false },
    run: certify,
  },
  {
    name: 'lab_replay',
    description:
      'Repeat a generated evening of chat, donations and subscriptions, a recording or a chat log in the sandbox.\nReturns { played, done, refused, skipped: integer, reasons: number of refusals by code, isComplete: false if the time was over }.',
    input: replayInput,
    annotations: { readOnlyHint: false },
    run: replay,
  },
]

async function callEndpoint(tool: EndpointTool, args: Record<string, unknown>, target: Target): Promise<unknown> {
  const { input, credentials, baseUrl: worldUrl } = readArguments(tool, args)
  const baseUrl = worldUrl === undefined ? target.baseUrl : requireSameHost(worldUrl, target.baseUrl)
  const completed = await completeCredentials(tool, credentials, baseUrl, target)
  const call = target.createCaller({ baseUrl, credentials: completed })
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
  { createCaller }: Target,
): Promise<Credentials> {
  if (endpoint.auth.kind !== 'client') return credentials
  const { clientId, clientSecret } = credentials
  if (clientId !== undefined && clientSecret === undefined)
    throw new InvalidArguments('MISSING', 'clientSecret', 'clientSecret: is required with clientId')
  if (clientId !== undefined) return credentials
  const { demo } = await createCaller({ baseUrl })(sandboxApi.demo.getOverview)
  return { clientId: demo.clientId, clientSecret: demo.clientSecret }
}

async function answer(run: () => Promise<unknown>, explain: Target['explain']): Promise<CallToolResult> {
  try {
    const content = await run()
    return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: { content } }
  } catch (error) {
    const described = describeError(error, explain)
    if (described === null) throw error
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(described) }], structuredContent: described }
  }
}

/** Null for a bug, whose message the SDK passes on. */
function describeError(error: unknown, explain: Target['explain']): Record<string, unknown> | null {
  if (error instanceof InvalidArguments) return { code: error.code, field: error.field, message: error.message }
  if (error instanceof LabError) return { code: error.code, message: error.message }
  const explanation = explain(error)
  if (explanation !== null) return { code: 'NOT_CONNECTED', message: explanation }
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
