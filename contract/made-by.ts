import * as consoleChannels from './console/channels.ts'
import * as consoleDrops from './console/drops.ts'
import type { Endpoint } from './endpoint.ts'
import * as chat from './endpoints/chat.ts'
import * as sandboxActs from './sandbox/acts.ts'
import * as sandboxDrops from './sandbox/drops.ts'
import * as sandboxSupport from './sandbox/support.ts'

/** Which operations make which events, when they are not refused. */
const madeBy: Readonly<Record<string, readonly Endpoint[]>> = {
  CHAT: [chat.sendMessage, sandboxActs.chat, consoleChannels.speak],
  DONATION: [sandboxSupport.donate, consoleChannels.donate],
  SUBSCRIPTION: [sandboxSupport.subscribe, consoleChannels.subscribe],
  drop_reward_claim: [sandboxDrops.claim, consoleDrops.claim],
}

/** The records of requests that make such events, by name. */
export function makersOf(eventType: string): string[] {
  return (madeBy[eventType] ?? []).map(({ method, path }) => `${method} ${path}`)
}

/** The kind of event that a request of this name makes, when it is not refused. */
export function madeOf(name: string): string | undefined {
  return Object.keys(madeBy).find((type) => makersOf(type).includes(name))
}
