import type { consoleApi, ContentOf } from '@onair/contract'
import type { Deps } from '../../../infra/deps.ts'
import { spellingsOf, type NameRules } from '../../../shared/naming/naming-rules.ts'
import { errorReason } from '../../../shared/refusal.ts'
import { refusalOfReservedName, type NameRefusal } from '../account-rules.ts'
import { findProtectedName, findUnspelledNames, storeSpellings } from './protected-name-store.ts'

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
  await storeMissingSpellings({ db })
  const other = await findProtectedName(db.read, spellingsOf(name), channelId)
  return other === null ? null : errorReason('LOOKS_LIKE_NAME', { name: other })
}

/** By which word of the site a text would be refused or reviewed, and why it could not be a name. */
export async function checkWords(
  text: string,
  rules: Required<NameRules>,
  deps: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof consoleApi.admin.checkWords>> {
  const refusal = await refusalOfChosenName(text, { channelId: null, rules }, deps)
  const [word = ''] = Object.values(refusal?.params ?? {}).map(String)
  return { found: rules.findWord(text), nameRefusal: refusal && { code: refusal.code, word } }
}

/** In portions, so that the process does other work in between: after an update all of them are missing. */
async function storeMissingSpellings({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (let left = 20; left > 0; left--) {
    const channels = await findUnspelledNames(db.read, 500)
    if (channels.length === 0) return
    await storeSpellings(
      db.read,
      channels.map((channel) => ({ ...channel, spellings: spellingsOf(channel.name) })),
    )
  }
}
