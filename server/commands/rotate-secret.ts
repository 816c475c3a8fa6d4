import { limits } from '@onair/contract'
import { rotateSecret as rotate } from '../features/apps/rotate-secret.ts'
import { utcDate } from '../kit/dates.ts'
import { dataDir, openBeside } from './beside.ts'
import { command, wholeNumber } from './command.ts'
import { say } from './say.ts'

/** Makes another secret for an application, also while the platform runs; it is shown this once. */
export const rotateSecret = command({
  words: 'secret rotate',
  does: 'Make another client secret; the one before stays good for a while',
  takes: { clientId: { value: '<client id>', isNeeded: true } },
  options: {
    'overlap-hours': {
      value: '<number>',
      says: 'how long both are good',
      otherwise: String(limits.secretOverlapHours),
    },
    ...dataDir,
    json: { says: 'print JSON' },
  },
  async run({ clientId, 'overlap-hours': hours, json, ...where }, env) {
    const most = limits.secretOverlapHoursAtMost
    const overlapHours = hours === undefined ? undefined : wholeNumber('overlap-hours', hours, { least: 0, most })
    await using world = await openBeside(where, env)
    const { clientSecret, olderEndsAt } = await rotate({ clientId, overlapHours }, world)
    const olderEndsDate = utcDate(olderEndsAt)
    say(
      json
        ? JSON.stringify({ clientId, clientSecret, olderEndsDate })
        : `CLIENT_SECRET  ${clientSecret}\nThe secret before is good until ${olderEndsDate}, and signs until then. This one is not shown again.`,
    )
  },
})
