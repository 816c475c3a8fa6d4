import { limits } from '@onair/contract'
import { utcDate } from '../shared/dates.ts'
import { dataDirOption, openData } from './open-data.ts'
import { defineCommand, parseInteger } from './command.ts'
import { print } from './print.ts'

/** Makes another secret for an application, also while the platform runs; it is shown this once. */
export const rotateSecret = defineCommand({
  name: 'secret rotate',
  summary: 'Make another client secret; the one before stays good for a while',
  positionals: { clientId: { placeholder: '<client id>', isRequired: true } },
  options: {
    'overlap-hours': {
      placeholder: '<number>',
      description: 'how long both are good',
      defaultText: String(limits.secretOverlapHours),
    },
    ...dataDirOption,
    json: { description: 'print JSON' },
  },
  async run({ clientId, 'overlap-hours': hours, json, ...location }, env) {
    const max = limits.secretOverlapHoursMax
    const overlapHours = hours === undefined ? undefined : parseInteger('overlap-hours', hours, { least: 0, most: max })
    await using deps = await openData(location, env)
    const secrets = await import('../features/apps/rotate-secret.ts')
    const { clientSecret, olderExpiresAt } = await secrets.rotateSecret({ clientId, overlapHours }, deps)
    const olderEndsDate = utcDate(olderExpiresAt)
    print(
      json
        ? JSON.stringify({ clientId, clientSecret, olderEndsDate })
        : `CLIENT_SECRET  ${clientSecret}\nThe secret before is good until ${olderEndsDate}, and signs until then. This one is not shown again.`,
    )
  },
})
