import { limits } from '@onair/contract'
import type { Tx } from '../../../infra/db/db.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { busMessage, channelChanged, channelRenamedTopic } from '../../../shared/bus-messages.ts'
import { refusalOfLockedName } from '../../../shared/naming/name-lock-rules.ts'
import type { NameRules } from '../../../shared/naming/naming-rules.ts'
import { invalidField } from '../../../shared/refusal.ts'
import { requireReason } from '../../../shared/text.ts'
import type { Deps } from '../../../infra/deps.ts'
import { normalizeChannelName, validateChannelName } from '../account-rules.ts'
import { loadChannelName, lockName, setNameLock, updateChannelName } from '../account-store.ts'
import { refusalOfChosenName } from './chosen-name.ts'

const dayMs = 86_400_000

type NewName = { channelName: string; rules: NameRules | null; bySite?: { reason: string } }

/**
 * Renames a channel, and returns the name as it is stored. Events that were sent before keep the old name. Without `rules`, an
 * operator chooses the name. One that is chosen by the site stays for a while, whatever the person chooses, and what it
 * replaces is kept, with the reason.
 */
export async function renameChannel(
  channelId: string,
  { channelName, rules, bySite }: NewName,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<string> {
  if (bySite !== undefined) requireReason(bySite.reason)
  const now = clock.now()
  const name = normalizeChannelName(channelName)
  const refusal =
    validateChannelName(name) ?? (rules && (await refusalOfChosenName(name, { channelId, rules }, { db })))
  if (refusal) throw invalidField('channelName', refusal)
  await db.transaction(async (tx, publish) => {
    const replacement = bySite && (await replaceName(tx, channelId, { now, ...bySite }))
    if (replacement === undefined) await requireFreeName(tx, channelId, now)
    await updateChannelName(tx, channelId, { name, now, replacedName: replacement?.replacedName })
    await recordAudit(tx, now, { action: 'account.renamed', channelId, detail: replacement ?? {} })
    publish(busMessage(channelRenamedTopic, { channelId }))
    publish(channelChanged(channelId))
  })
  return name
}

async function replaceName(tx: Tx, channelId: string, { now, reason }: { now: number; reason: string }) {
  await setNameLock(tx, channelId, now + limits.siteNameDays * dayMs)
  return { reason, replacedName: await loadChannelName(tx, channelId) }
}

async function requireFreeName(tx: Tx, channelId: string, now: number): Promise<void> {
  const refusal = refusalOfLockedName(await lockName(tx, channelId), now)
  if (refusal) throw invalidField('channelName', refusal)
}
