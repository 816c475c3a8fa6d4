import { recordAudit } from '@onair/server/shared/audit-store.ts'
import type { Deps } from '@onair/server/infra/deps.ts'

/** Records a command of the operator whose effect has no entry of its own. */
export async function recordCommand(
  command: string,
  { channelId = null, clientId = null }: { channelId?: string | null; clientId?: string | null },
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction((tx) =>
    recordAudit(tx, clock.now(), { action: 'operator.command_run', channelId, clientId, detail: { command } }),
  )
}
