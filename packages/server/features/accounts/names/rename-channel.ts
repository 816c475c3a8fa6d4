import { limits } from '@onair/contract'
import type { Tx } from '../../../infra/db/db.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { busMessage, channelChanged, channelRenamedTopic } from '../../../shared/bus-messages.ts'
import type { NameRules } from '../../../shared/naming/naming-rules.ts'
import { errorReason, invalidField } from '../../../shared/refusal.ts'
import type { Deps } from '../../../infra/deps.ts'
import { normalizeChannelName, validateChannelName } from '../account-rules.ts'
import { lockName, setNameLock, updateChannelName } from '../account-store.ts'
import { refusalOfChosenName } from './chosen-name.ts'

const dayMs = 86_400_000

type NewName = { channelName: string; rules: NameRules | null; isBySite?: boolean }

/**
 * Renames a channel, and returns the name as it is stored. Events that were sent before keep the old name. Without `rules`, an
 * operator chooses the name. One that is chosen by the site stays for a while, whatever the person chooses.
 */
export async function renameChannel(
  channelId: string,
  { channelName, rules, isBySite = false }: NewName,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<string> {
  const now = clock.now()
  const name = normalizeChannelName(channelName)
  const refusal =
    validateChannelName(name) ?? (rules && (await refusalOfChosenName(name, { channelId, rules }, { db })))
  if (refusal) throw invalidField('channelName', refusal)
  await db.transaction(async (tx, publish) => {
    if (isBySite) await setNameLock(tx, channelId, now + limits.siteNameDays * dayMs)
    else await requireFreeName(tx, channelId, now)
    await updateChannelName(tx, channelId, name)
    await recordAudit(tx, now, { action: 'account.renamed', channelId })
    publish(busMessage(channelRenamedTopic, { channelId }))
    publish(channelChanged(channelId))
  })
  return name
}

async function requireFreeName(tx: Tx, channelId: string, now: number): Promise<void> {
  const leftMs = ((await lockName(tx, channelId)) ?? 0) - now
  if (leftMs > 0)
    throw invalidField('channelName', errorReason('NAME_CHOSEN_BY_SITE', { days: Math.ceil(leftMs / dayMs) }))
}
