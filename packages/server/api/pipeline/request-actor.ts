import type { FastifyRequest } from 'fastify'
import { runAsActor, type Actor } from '../../infra/actor.ts'
import { ipPrefix } from '../../shared/networks/ip-prefix.ts'
import type { Caller } from '../../shared/callers/caller.ts'

/** Runs a handler that may write to the audit log on behalf of the caller of the request. */
export function runForCaller<T>(request: FastifyRequest, handle: () => T): T {
  return runAsActor({ network: ipPrefix(request.ip), actor: () => actorOf(request.caller) }, handle)
}

/** The person of an access token is the one that the entry names; its application acts. */
function actorOf(caller: Caller | null): Actor {
  switch (caller?.kind) {
    case 'client':
    case 'token':
      return { kind: 'app', id: caller.clientId }
    case 'webSession':
      return { kind: 'person', id: caller.channelId }
    case 'visitor':
      return caller.visitor === null ? anonymous : { kind: 'person', id: caller.visitor.channelId }
    default:
      return anonymous
  }
}

const anonymous: Actor = { kind: 'anonymous', id: null }
