import { sql } from 'kysely'
import type { Reader } from '../infra/db/db.ts'

/** Whether the bell of a channel is on, or, where it is off, neither a mail nor a browser can bring notices to the person. */
export async function loadBell(
  db: Reader,
  { channelId, personId, canMail }: { channelId: string; personId: string; canMail: boolean },
): Promise<'ON' | 'OFF' | 'UNREACHABLE'> {
  const { rows } = await sql<{ isOn: boolean; isReachable: boolean }>`
    select exists (select from live_bell where channel_id = ${channelId} and follower_channel_id = ${personId}) as "isOn",
      exists (select from push_subscription join web_session on token_hash = session_hash where channel_id = ${personId})
      or (${canMail} and not exists (select from live_mail_off where channel_id = ${personId}) and exists (
        select from account where channel_id = ${personId} and email_verified_at is not null)) as "isReachable"`.execute(
    db,
  )
  const [row] = rows
  if (row?.isOn) return 'ON'
  return row?.isReachable ? 'OFF' : 'UNREACHABLE'
}
