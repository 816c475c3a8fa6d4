import { dataDirOption, openData } from './open-data.ts'
import { defineCommand } from './command.ts'
import { print } from './print.ts'

/** Brings back an application that was deleted, also while the platform runs. */
export const restoreApp = defineCommand({
  name: 'app restore',
  summary: 'Bring back an application that its owner deleted, or that was deleted because nobody used it',
  positionals: { clientId: { placeholder: '<client id>', isRequired: true } },
  options: dataDirOption,
  async run({ clientId, ...location }, env) {
    await using deps = await openData(location, env)
    const idleApps = await import('../features/apps/idle-apps.ts')
    await idleApps.restoreApp(clientId, deps)
    print(`The application ${clientId} is back.`)
  },
})
