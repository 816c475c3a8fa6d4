import * as consoleChannels from './console/channels.ts'
import * as consoleDrops from './console/drops.ts'
import type { Endpoint } from './endpoint.ts'
import * as chat from './open/chat.ts'
import * as sandboxChannels from './sandbox/channels.ts'
import * as sandboxDrops from './sandbox/drops.ts'
import * as sandboxPayments from './sandbox/payments.ts'

/** Which endpoints cause which events. */
const sourcesByEvent: Readonly<Record<string, readonly Endpoint[]>> = {
  CHAT: [chat.sendMessage, sandboxChannels.chat, consoleChannels.sendMessage],
  DONATION: [sandboxPayments.donate, consoleChannels.donate],
  SUBSCRIPTION: [sandboxPayments.subscribe, consoleChannels.subscribe],
  drop_reward_claim: [sandboxDrops.claim, consoleDrops.claimReward],
}

/** `METHOD path` of each endpoint that can cause this event. */
export function sourceOperations(eventType: string): string[] {
  return (sourcesByEvent[eventType] ?? []).map(({ method, path }) => `${method} ${path}`)
}

/** The type of event that this endpoint (`METHOD path`) can cause, or undefined. */
export function eventTypeOf(operation: string): string | undefined {
  return Object.keys(sourcesByEvent).find((type) => sourceOperations(type).includes(operation))
}
