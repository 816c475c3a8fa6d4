import { recordAudit } from '../../shared/audit-store.ts'
import { busMessage, channelChanged, channelRenamedTopic } from '../../shared/bus-messages.ts'
import type { NameRules } from '../../shared/naming/naming-rules.ts'
import { invalidField } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { normalizeChannelName, validateChannelName } from './account-rules.ts'
import { updateChannelName } from './account-store.ts'
import { refusalOfChosenName } from './chosen-name.ts'

/**
 * Renames a channel, and returns the name as it is stored. What was sent before keeps the old name. Without `rules`, an
 * operator chooses the name.
 */
export async function renameChannel(
  channelId: string,
  { channelName, rules }: { channelName: string; rules: NameRules | null },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<string> {
  const name = normalizeChannelName(channelName)
  const refusal =
    validateChannelName(name) ?? (rules && (await refusalOfChosenName(name, { channelId, rules }, { db })))
  if (refusal) throw invalidField('channelName', refusal)
  await db.transaction(async (tx, publish) => {
    await updateChannelName(tx, channelId, name)
    await recordAudit(tx, clock.now(), { action: 'account.renamed', channelId })
    publish(busMessage(channelRenamedTopic, { channelId }))
    publish(channelChanged(channelId))
  })
  return name
}
