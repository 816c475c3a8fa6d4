import { restoreApp as restore } from '../features/apps/idle-apps.ts'
import { dataDir, openBeside } from './beside.ts'
import { command } from './command.ts'
import { say } from './say.ts'

/** Brings back an application that was deleted, also while the platform runs. */
export const restoreApp = command({
  words: 'app restore',
  does: 'Bring back an application that its owner deleted, or that was deleted because nobody used it',
  takes: { clientId: { value: '<client id>', isNeeded: true } },
  options: dataDir,
  async run({ clientId, ...where }, env) {
    await using world = await openBeside(where, env)
    await restore(clientId, world)
    say(`The application ${clientId} is back.`)
  },
})
