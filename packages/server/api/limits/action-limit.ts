import { actionLimits, type ActionLimit, type LimitedAction } from '@onair/contract'
import type { FastifyRequest } from 'fastify'
import { counterKey, counterKind, type CounterKind } from '../../infra/counters/counters.ts'
import { errorReason, Refusal } from '../../shared/refusal.ts'
import type { Caller } from '../../shared/callers/caller.ts'
import type { Deps } from '../../infra/deps.ts'
import type { UseCounter } from './quota.ts'

/** Throws 429 when a person takes an action of the pages too often. Like a quota it counts before the input is validated. */
export type ActionLimitCheck = (
  action: LimitedAction,
  caller: Caller,
  request: Pick<FastifyRequest, 'params'>,
) => Promise<void>

export function createActionLimitCheck(useCounter: UseCounter, { clock }: Pick<Deps, 'clock'>): ActionLimitCheck {
  return async (action, caller, { params }) => {
    if (caller.kind !== 'webSession')
      throw new Error(`The action ${action} of callers without an account has no limit.`)
    const { count, perChannel }: ActionLimit = actionLimits[action]
    const channel = perChannel ? [(params as { channelId: string }).channelId] : []
    const counted = await useCounter.count(kinds[action], counterKey(caller.channelId, ...channel), count, clock.now())
    if (counted === null || !counted.isRefused) return
    const seconds = Math.ceil((counted.endsAt - clock.now()) / 1000)
    throw new Refusal('tooManyRequests', errorReason('TOO_MANY_ACTIONS', { seconds }), { retryAfterSec: seconds })
  }
}

const kinds = Object.fromEntries(
  Object.entries(actionLimits).map(([action, { seconds }]) => [
    action,
    counterKind(`action/${action}`, seconds * 1000),
  ]),
) as Record<LimitedAction, CounterKind>
