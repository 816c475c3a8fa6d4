import type { IncomingMessage, RequestListener } from 'node:http'
import type {
  FastifyContextConfig,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  RouteGenericInterface,
  onRequestHookHandler,
  onSendHookHandler,
} from 'fastify'

type Respond = (request: FastifyRequest, reply: FastifyReply) => unknown
export type RespondToError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => unknown
type Done = (error?: Error) => void
type RequestHook = (request: FastifyRequest, reply: FastifyReply, done: Done) => unknown
type SendDone = (error: Error | null, payload?: unknown) => void
type SendHook = (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: SendDone) => unknown
type RouteOptions = { method: HTTPMethods; url: string; bodyLimit?: number; config?: FastifyContextConfig }

/** The part of a Fastify server that the API is built with. */
export type RouteServer = {
  addHook(name: 'onRequest' | 'preHandler' | 'onResponse', hook: RequestHook): void
  addHook(name: 'onSend', hook: SendHook): void
  setErrorHandler(handler: RespondToError): void
  setNotFoundHandler(handler: Respond): void
  route(options: RouteOptions & { handler: Respond }): void
  get<R extends RouteGenericInterface = RouteGenericInterface>(
    url: string,
    handler: (request: FastifyRequest<R>, reply: FastifyReply) => unknown,
  ): void
  /** Hooks and the error handler of a scope apply to its routes only. */
  scope(add: (server: RouteServer) => void): void
}

/** One addition to a server, without its function: `at` is the index of that among those of the table. */
type Step =
  | { kind: 'hook'; name: string; at: number }
  | { kind: 'errorHandler' | 'notFoundHandler'; at: number }
  | ({ kind: 'route'; at: number } & RouteOptions)
  | { kind: 'scope'; steps: Step[] }

type AnyFunction = (...values: any[]) => any
type RoutedMessage = IncomingMessage & { [functionsOfRequest]?: readonly AnyFunction[] }

const functionsOfRequest = Symbol('functions of the API that serves the request')

/** Collects what one API adds. Its functions are those of its own dependencies. */
export class RouteTable implements RouteServer {
  readonly steps: Step[] = []
  readonly functions: AnyFunction[]

  constructor(functions: AnyFunction[] = []) {
    this.functions = functions
  }

  addHook(name: string, hook: AnyFunction): void {
    this.steps.push({ kind: 'hook', name, at: this.#add(hook) })
  }

  setErrorHandler(handler: RespondToError): void {
    this.steps.push({ kind: 'errorHandler', at: this.#add(handler) })
  }

  setNotFoundHandler(handler: Respond): void {
    this.steps.push({ kind: 'notFoundHandler', at: this.#add(handler) })
  }

  route({ handler, ...options }: Parameters<RouteServer['route']>[0]): void {
    this.steps.push({ kind: 'route', at: this.#add(handler), ...options })
  }

  get(url: string, handler: AnyFunction): void {
    this.route({ method: 'GET', url, handler })
  }

  scope(add: (server: RouteServer) => void): void {
    const scope = new RouteTable(this.functions)
    add(scope)
    this.steps.push({ kind: 'scope', steps: scope.steps })
  }

  #add(added: AnyFunction): number {
    return this.functions.push(added) - 1
  }
}

type SharedServer = { key: string; steps: Step[]; server: Promise<FastifyInstance> }

/** Settings decide which routes and hooks there are. Beyond this number, the least recently used server is forgotten. */
const maxServers = 16
const servers: SharedServer[] = []

/**
 * Serves a table. Tables with the same routes share one Fastify server, because to build one takes most of the processor
 * time of opening a world. `key` names the options that `create`
 * uses; `create` gets what answers the errors of Fastify itself.
 */
export async function serveTable(
  { steps, functions }: RouteTable,
  { key, create }: { key: string; create: (onError: RespondToError) => FastifyInstance },
): Promise<RequestListener> {
  const at = servers.findIndex((shared) => shared.key === key && isSame(shared.steps, steps))
  const shared = at < 0 ? { key, steps, server: buildServer(create, steps) } : servers.splice(at, 1)[0]!
  servers.push(shared)
  if (servers.length > maxServers) servers.shift()
  const server = await shared.server
  return (request, response) => {
    ;(request as RoutedMessage)[functionsOfRequest] = functions
    server.routing(request, response)
  }
}

/** The function of the API that serves a request. */
function functionOf(request: FastifyRequest, at: number): AnyFunction {
  return (request.raw as RoutedMessage)[functionsOfRequest]![at]!
}

async function buildServer(
  create: (onError: RespondToError) => FastifyInstance,
  steps: Step[],
): Promise<FastifyInstance> {
  const { at } = steps.find(({ kind }) => kind === 'errorHandler') as { at: number }
  const server = create((error, request, reply) => functionOf(request, at)(error, request, reply))
  addSteps(server, steps)
  await server.ready()
  return server
}

function addSteps(server: FastifyInstance, steps: Step[]): void {
  for (const step of steps)
    if (step.kind === 'scope')
      void server.register(async (scope) => {
        addSteps(scope, step.steps)
      })
    else if (step.kind === 'hook') addHook(server, step)
    else if (step.kind === 'route') {
      const { kind: _kind, at, ...options } = step
      server.route({ ...options, handler: (request, reply) => functionOf(request, at)(request, reply) })
    } else if (step.kind === 'errorHandler')
      server.setErrorHandler((error, request, reply) => functionOf(request, step.at)(error, request, reply))
    else server.setNotFoundHandler((request, reply) => functionOf(request, step.at)(request, reply))
}

function addHook(server: FastifyInstance, { name, at }: { name: string; at: number }): void {
  if (name === 'onSend') {
    const hook: SendHook = (request, reply, payload, done) => functionOf(request, at)(request, reply, payload, done)
    server.addHook('onSend', hook as onSendHookHandler)
  } else {
    const hook: RequestHook = (request, reply, done) => functionOf(request, at)(request, reply, done)
    server.addHook(name as 'onRequest', hook as onRequestHookHandler)
  }
}

function isSame(steps: readonly Step[], others: readonly Step[]): boolean {
  return steps.length === others.length && steps.every((step, index) => isSameStep(step, others[index]!))
}

function isSameStep(step: Step, other: Step): boolean {
  if (step.kind === 'scope') return other.kind === 'scope' && isSame(step.steps, other.steps)
  if (step.kind === 'hook') return other.kind === 'hook' && step.name === other.name
  if (step.kind !== 'route') return step.kind === other.kind
  return (
    other.kind === 'route' &&
    step.method === other.method &&
    step.url === other.url &&
    step.bodyLimit === other.bodyLimit &&
    step.config?.endpoint === other.config?.endpoint &&
    step.config?.hasNoTimeout === other.config?.hasNoTimeout
  )
}
