import type { Tx } from '../../../infra/db/db.ts'
import { hasChanged } from '../../../infra/db/results.ts'
import type { Tables } from '../../../infra/db/tables.ts'

/** Takes a challenge. False when it was taken before. Of two requests one gets it. */
export function takeChallenge(tx: Tx, challenge: Tables['used_challenge']): Promise<boolean> {
  return tx
    .insertInto('used_challenge')
    .values(challenge)
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .$call(hasChanged)
}
