import { asNewMessage, withOldTimestamp, withWrongSignature, type Signing } from './forge.ts'
import type { Handler } from './relay.ts'
import { shuffle, type Round, type RoundKind } from './rounds.ts'

type Context = { round: Round; signing: Signing; wait: (ms: number) => Promise<void> }

const lateMs = 150

/** What the relay does with the notifications of a round. */
export function handlerOf(context: Context): Handler {
  return handlers[context.round.kind](context)
}

const passOn: Handler = (incoming, forward) => forward(incoming)

const handlers: Record<RoundKind, (context: Context) => Handler> = {
  ordinary: () => passOn,
  'failing-api': () => passOn,

  twice: () => async (incoming, forward) => {
    const [status] = await Promise.all([forward(incoming), forward(incoming)])
    return status
  },

  reordered({ round: { claims, random }, wait }) {
    const gathered: (() => void)[] = []
    return async (incoming, forward) => {
      const released = Promise.withResolvers<void>()
      gathered.push(released.resolve)
      // Those of all claims in another order, or those that came in time.
      if (gathered.length === claims.length) for (const release of shuffle(gathered, random)) release()
      await Promise.race([released.promise, wait(lateMs * 5)])
      await wait(random.below(lateMs))
      return forward(incoming)
    }
  },

  'lost-responses': () => async (incoming, forward) => {
    const status = await forward(incoming)
    return incoming.retry === 0 ? null : status
  },

  resent:
    ({ round: { random }, signing, wait }) =>
    async (incoming, forward) => {
      const status = await forward(incoming)
      await wait(random.below(lateMs))
      await forward(asNewMessage(incoming, signing))
      return status
    },

  forged:
    ({ signing }) =>
    async (incoming, forward) => {
      await forward(withWrongSignature(incoming, signing), 'wrong-signature')
      await forward(withOldTimestamp(incoming, signing), 'old-timestamp')
      return forward(incoming)
    },

  unreachable: () => () => Promise.resolve(null),
}
