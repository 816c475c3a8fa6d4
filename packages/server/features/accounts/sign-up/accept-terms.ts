import type { Tx } from '../../../infra/db/db.ts'
import type { Deps } from '../../../infra/deps.ts'
import { recordAudit } from '../../../shared/audit-store.ts'
import { acceptVersion } from '../account-store.ts'

/** Records that a person accepts the documents of the site up to a version. */
export async function acceptTerms(
  channelId: string,
  version: number,
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
): Promise<void> {
  await db.transaction((tx) => acceptTermsIn(tx, { channelId, version, now: clock.now() }))
}

/** Like `acceptTerms`, in a transaction. */
export async function acceptTermsIn(
  tx: Tx,
  { channelId, version, now }: { channelId: string; version: number; now: number },
): Promise<void> {
  if (await acceptVersion(tx, channelId, version))
    await recordAudit(tx, now, { action: 'account.terms_accepted', channelId, detail: { version } })
}
