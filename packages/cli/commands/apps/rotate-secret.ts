import { limits } from '@onair/contract'
import { utcDate } from '@onair/server/shared/dates.ts'
import { dataDirOption, openData } from '../data/open-data.ts'
import { defineCommand, parseInteger } from '../../command.ts'
import { print } from '../../print.ts'

/** Creates a new secret for an application. It is shown only once. */
export const rotateSecret = defineCommand({
  name: 'secret rotate',
  summary: 'Create a new client secret; the older one remains valid for 24 hours, or for --overlap-hours',
  positionals: { clientId: { placeholder: '<client id>', isRequired: true } },
  options: {
    'overlap-hours': {
      placeholder: '<number>',
      description: 'hours during which both secrets are valid',
      defaultText: String(limits.secretOverlapHours),
    },
    ...dataDirOption,
    json: { description: 'print JSON' },
  },
  async run({ clientId, 'overlap-hours': hours, json, ...location }, env) {
    const max = limits.secretOverlapHoursMax
    const overlapHours = hours === undefined ? undefined : parseInteger('overlap-hours', hours, { min: 0, max })
    await using deps = await openData(location, env)
    const secrets = await import('@onair/server/features/apps/secrets/rotate-secret.ts')
    const { clientSecret, olderExpiresAt } = await secrets.rotateSecret({ clientId, overlapHours }, deps)
    const olderEndsDate = utcDate(olderExpiresAt)
    print(
      json
        ? JSON.stringify({ clientId, clientSecret, olderEndsDate })
        : `CLIENT_SECRET  ${clientSecret}\nThe older secret is valid, and signs notifications, until ${olderEndsDate}. The new secret is not shown again.`,
    )
  },
})
