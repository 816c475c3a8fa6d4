import type { Deps } from '../../infra/deps.ts'
import { lookAlike, type NameRules } from '../../shared/naming/naming-rules.ts'
import { errorReason } from '../../shared/refusal.ts'
import { refusalOfReservedName, type NameRefusal } from './account-rules.ts'
import { findProtectedNames } from './account-store.ts'

/**
 * Why a person may not choose this name, or null: it contains a reserved name or a refused word, mixes scripts, or looks like
 * the name of a channel with the verified mark or of somebody who runs the site. `channelId`: the channel that is renamed.
 */
export async function refusalOfChosenName(
  name: string,
  { channelId, rules }: { channelId: string | null; rules: NameRules },
  { db }: Pick<Deps, 'db'>,
): Promise<NameRefusal | null> {
  const refusal = refusalOfReservedName(name, rules)
  if (refusal !== null) return refusal
  const looksLikeIt = lookAlike(name)
  const other = (await findProtectedNames(db.read, channelId)).find(looksLikeIt)
  return other === undefined ? null : errorReason('LOOKS_LIKE_NAME', { name: other })
}
