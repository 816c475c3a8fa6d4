import { createHmac } from 'node:crypto'
import type { Deps } from '../../infra/deps.ts'
import { loadBell } from '../../shared/bell-store.ts'
import { canMail } from '../../shared/can-mail.ts'
import { viewerStatusChanged } from '../../shared/bus-messages.ts'
import { Refusal } from '../../shared/refusal.ts'
import { constantTimeEqual, deriveKey } from '../../shared/secrets.ts'
import { deleteBells, insertBell, loadChannelName } from './notice-store.ts'

type Bell = { channelId: string; personId: string }

/** Turns the mails and the notices about the lives of a followed channel on or off. */
export async function setBell(
  { channelId, personId, isOn }: Bell & { isOn: boolean },
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'policy'>,
): Promise<void> {
  const { clock, db } = deps
  const now = clock.now()
  await db.transaction(async (tx, publish) => {
    if ((await loadChannelName(tx, channelId)) === null) throw new Refusal('notFound', 'NO_SUCH_CHANNEL')
    if (!isOn) await deleteBells(tx, personId, channelId)
    else if ((await loadBell(tx, { channelId, personId, canMail: canMail(deps) })) === 'UNREACHABLE')
      throw new Refusal('forbidden', 'NO_WAY_FOR_NOTICES')
    else if (!(await insertBell(tx, { channelId, personId, now }))) throw new Refusal('forbidden', 'NOT_FOLLOWING')
    publish(viewerStatusChanged(channelId, personId))
  })
}

/** The path that stops the mails of a person, about one channel or about all. It has no end, and is no sign-in. */
export function unsubscribePath({ channelId, personId }: Bell, deps: Pick<Deps, 'dataKey'>): string {
  const ids = Buffer.from(personId + channelId, 'hex')
  return `/unsubscribe?token=${Buffer.concat([ids, macOf(ids, deps)]).toString('base64url')}`
}

/** The person and the channel of such a path, with its name, or null. */
export async function findUnsubscribed(
  token: string,
  deps: Pick<Deps, 'dataKey' | 'db'>,
): Promise<(Bell & { channelName: string | null }) | null> {
  const bell = parseToken(token, deps)
  return bell && { ...bell, channelName: await loadChannelName(deps.db.read, bell.channelId) }
}

/** Stops the mails of a person, about the channel of the token alone where `isOne`. False: nobody has sent such a token. */
export async function unsubscribe(
  { token, isOne }: { token: string; isOne: boolean },
  deps: Pick<Deps, 'dataKey' | 'db'>,
): Promise<boolean> {
  const bell = parseToken(token, deps)
  if (bell === null) return false
  await deps.db.transaction((tx) => deleteBells(tx, bell.personId, isOne ? bell.channelId : null))
  return true
}

const [idBytes, macBytes] = [16, 16]

function parseToken(token: string, deps: Pick<Deps, 'dataKey'>): Bell | null {
  if (!/^[\w-]{64}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const ids = bytes.subarray(0, 2 * idBytes)
  if (!constantTimeEqual(bytes.toString('hex', 2 * idBytes), macOf(ids, deps).toString('hex'))) return null
  return { personId: ids.toString('hex', 0, idBytes), channelId: ids.toString('hex', idBytes) }
}

function macOf(ids: Buffer, { dataKey }: Pick<Deps, 'dataKey'>): Buffer {
  return createHmac('sha256', deriveKey('unsubscribe', dataKey)).update(ids).digest().subarray(0, macBytes)
}
