import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { DisconnectCode, Endpoint, WebhookEvent, WireProfile } from '@onair/contract'
import type { Tx } from './infra/db/db.ts'
import type { ConnectionRefusal } from './infra/observability/metrics.ts'
import type { OutboundFailure, OutboundResponse } from './infra/outbound/outbound-http.ts'

/**
 * The doors through which a sandbox changes what the platform answers, sends and delivers. A door that is null is closed:
 * nothing else is read. Read a door for each call, because a sandbox opens and closes it while the platform runs.
 */
export type Hooks = {
  /** Called for a request whose caller is known. It may throw a refusal, and change how `response` is written. */
  readonly onRequest: ((endpoint: Endpoint, request: HookedRequest, response: ServerResponse) => Promise<void>) | null
  /** Called for a request of polling. The answer refuses it. */
  readonly onPoll: (() => RefusedConnection) | null
  /** Called for a websocket handshake. An answer other than null refuses it. */
  readonly onUpgrade: (() => RefusedConnection | null | Promise<RefusedConnection | null>) | null
  /** Called for a session whose ticket was redeemed. The filter sees its frames; null refuses the session. */
  readonly onSession: ((session: HookedSession, closeAll: CloseAll) => Promise<FrameFilter | null>) | null
  /** Called for a ticket that was refused. */
  readonly onTicketRefused: ((ticket: string) => void) | null
  /** Called for deliveries that are due and locked. Returns those to attempt now, and postpones the others. */
  readonly onAttempts:
    | (<D extends HookedDelivery>(tx: Tx, due: readonly D[], now: number) => Promise<(D & ChangedDelivery)[]>)
    | null
  /** Called after an attempt was sent. Never rejects. */
  readonly onAttemptEnded: ((endpointId: string) => Promise<void>) | null
  /** Called for packets of a video that have arrived, and for an encoder that connects. An answer other than null changes them. */
  readonly onStream: ((stream: HookedStream) => StreamChange | null) | null
  /** Called for a mail that is due. An answer other than null says what becomes of it instead. */
  readonly onMail: ((mailId: string, now: number) => Promise<ChangedMail | null>) | null
}

/** The hooks of production: every door is closed. */
export const noHooks: Hooks = {
  onRequest: null,
  onPoll: null,
  onUpgrade: null,
  onSession: null,
  onTicketRefused: null,
  onAttempts: null,
  onAttemptEnded: null,
  onStream: null,
  onMail: null,
}

export type HookedRequest = {
  readonly caller: { readonly kind: string; readonly clientId?: string; readonly channelId?: string } | null
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** A refusal of a connection with status 503, and the headers of its response. */
export type RefusedConnection = { readonly reason: ConnectionRefusal; readonly headers: Record<string, string> }

export type HookedSession = {
  readonly sessionKey: string
  readonly clientId: string
  readonly ownerChannelId: string | null
  readonly wireProfile: WireProfile
}

/** Closes all sockets of the gateway. */
type CloseAll = (code: DisconnectCode) => void

/** Sees what one client is sent. */
export type FrameFilter = {
  /** Whether it records what it writes, because that may differ from what the client was to be sent. */
  readonly recordsEvents: boolean
  /** Called for each event. True when it is not to be sent, or when it is written later. */
  onFrame(frame: HookedFrame, socket: HookedSocket): boolean
  /** Called for each ping. True when it gets no response, or when `sendPong` is called later. */
  onPong(sendPong: () => void): boolean
  /** Called before the server closes the connection: it may `write` what has to arrive earlier. */
  onClosing(socket: HookedSocket): void
  onClose(): void
}

/** An encoded packet of Engine.IO. */
export type HookedFrame = { readonly bytes: Buffer }

export type HookedSocket = {
  /** Sends a frame that `onFrame` is not called for. */
  write(frame: HookedFrame): void
  /** Ends the connection without a disconnect packet, as a network does. */
  cut(): void
}

export type HookedDelivery = {
  readonly id: string
  readonly clientId: string
  readonly endpointId: string
  readonly eventType: WebhookEvent
  readonly url: string
  readonly retryNo: number
}

/** A delivery to attempt. `change` is missing where it is sent as usual. */
export type ChangedDelivery = { readonly change?: AttemptChange }

/** The video that a channel sends. `mediaMs`: how long the packets last that have arrived. */
export type HookedStream = { readonly channelId: string; readonly mediaMs: number }

/** A connection that breaks, packets that are taken later, or a track whose packets are not taken. */
export type StreamChange =
  | { readonly kind: 'cut' }
  | { readonly kind: 'late'; readonly byMs: number }
  | { readonly kind: 'lost'; readonly track: 'video' | 'audio' }

/** A mail that the server refuses, takes and cannot deliver, or takes later. */
export type ChangedMail = { state: 'REJECTED' | 'BOUNCED'; failure: string } | { postponedTo: number }

export type AttemptChange = {
  /** Builds what is sent instead of the signed content. */
  buildRequest(content: SignedContent, sign: SignContent): { headers: Record<string, string>; body: Buffer }
  /** Sends the attempt: once, more often or never. */
  send(send: () => Promise<AttemptEnd>): Promise<AttemptEnd>
}
export type SignedContent = { body: Buffer; secrets: readonly string[]; signedAt: number }
/** Returns the headers of a request, with its signatures. */
export type SignContent = (content: SignedContent) => Record<string, string>
type AttemptEnd = OutboundResponse | OutboundFailure
