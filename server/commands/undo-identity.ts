import { undoIdentity as undo } from '../features/accounts/undo-identity.ts'
import { dataDir, openBeside } from './beside.ts'
import { command } from './command.ts'
import { say } from './say.ts'

/** For somebody who verified the wrong account, also while the platform runs. */
export const undoIdentity = command({
  words: 'identity undo',
  does: 'Take back that the identity of an account is verified; then the person may verify another',
  takes: { channelId: { value: '<channel id>', isNeeded: true } },
  options: dataDir,
  async run({ channelId, ...where }, env) {
    await using world = await openBeside(where, env)
    await undo(channelId, world)
    say(`The identity of ${channelId} is verified no more.`)
  },
})
