import { actionLimits } from '@onair/contract'
import { delay } from './delay.ts'

export interface SendLimiterOptions {
  /** Messages of one channel in `seconds`. Default: 20 in 10 seconds, which the pages allow a person. */
  count?: number
  seconds?: number
  /** Calls of one channel that wait. A further one is rejected with `SendQueueFull`. Default: 100. */
  maxWaiting?: number
  /** Rejects the calls that wait, and later ones, with the reason of the signal. */
  signal?: AbortSignal
  /** A time that never goes back, in milliseconds, and a wait. Tests pass their own. */
  now?: () => number
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Calls `send` when the channel may send, and returns its result. The calls of a channel run one after the other. */
export type SendLimiter = <T>(channelId: string, send: () => Promise<T>) => Promise<T>

/** More calls of a channel wait than the limiter keeps. */
export class SendQueueFull extends Error {
  override readonly name = 'SendQueueFull'
  constructor(channelId: string, maxWaiting: number) {
    super(`${maxWaiting} messages of the channel ${channelId} are waiting.`)
  }
}

/** Limits how fast messages are sent, for each channel. It forgets channels that have not sent for `seconds`. */
export function createSendLimiter({
  count = actionLimits.sendMessage.count,
  seconds = actionLimits.sendMessage.seconds,
  maxWaiting = 100,
  signal,
  now = () => performance.now(),
  sleep = delay,
}: SendLimiterOptions = {}): SendLimiter {
  const windowMs = seconds * 1_000
  /** The channel that sent last is the last one. */
  const channels = new Map<string, Channel>()

  return async (channelId, send) => {
    signal?.throwIfAborted()
    const channel = channels.get(channelId) ?? { sentAt: [], pending: 0, last: Promise.resolve() }
    // The one that runs does not wait.
    if (channel.pending > maxWaiting) throw new SendQueueFull(channelId, maxWaiting)
    forgetIdleChannels()
    channels.delete(channelId)
    channels.set(channelId, channel)
    channel.pending += 1
    const result = channel.last.then(() => sendInTurn(channel, send))
    channel.last = result.then(
      () => {},
      () => {},
    )
    try {
      return await result
    } finally {
      channel.pending -= 1
    }
  }

  async function sendInTurn<T>(channel: Channel, send: () => Promise<T>): Promise<T> {
    const { sentAt } = channel
    signal?.throwIfAborted()
    if (sentAt.length >= count) {
      const waitMs = sentAt[0]! + windowMs - now()
      if (waitMs > 0) await sleep(waitMs, signal)
      signal?.throwIfAborted()
      sentAt.shift()
    }
    sentAt.push(now())
    return send()
  }

  function forgetIdleChannels(): void {
    for (const [channelId, { sentAt, pending }] of channels) {
      if (pending > 0 || sentAt.at(-1)! + windowMs > now()) return
      channels.delete(channelId)
    }
  }
}

type Channel = { sentAt: number[]; pending: number; last: Promise<void> }
