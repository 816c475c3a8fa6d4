import type { Target } from '../inspector/delivery-targets.ts'

/**
 * The possible receivers of an event, the most likely first, without the sessions that were closed before it where their
 * application had another one: the first one of an application explains most.
 */
export function withoutEarlierSessions(targets: readonly Target[]): Target[] {
  const explaining = new Set<string>()
  return targets.filter(({ app, state }) => {
    if (state === undefined || state === 'openedLater') return true
    const isEarlier = state === 'closed' && explaining.has(app)
    explaining.add(app)
    return !isEarlier
  })
}
