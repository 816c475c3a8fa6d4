import { dataDirOption, openData } from '../data/open-data.ts'
import { defineCommand } from '../../command.ts'
import { print } from '../../print.ts'

export const restoreApp = defineCommand({
  name: 'app restore',
  summary: 'Restore an application that was deleted by its owner or for inactivity',
  positionals: { clientId: { placeholder: '<client id>', isRequired: true } },
  options: dataDirOption,
  async run({ clientId, ...location }, env) {
    await using deps = await openData(location, env)
    const idleApps = await import('@onair/server/features/apps/idle-apps.ts')
    await idleApps.restoreApp(clientId, deps)
    print(`Application ${clientId} is restored.`)
  },
})
