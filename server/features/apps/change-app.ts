import type { WireProfile } from '@onair/contract'
import { badField, Refusal } from '../../kit/refusal.ts'
import { callersTopic, signal } from '../../kit/signals.ts'
import { refusalOfText } from '../../kit/text.ts'
import type { World } from '../../world/world.ts'
import { refusalOfName, refusalOfRedirect } from './naming-rules.ts'
import { changeOwnApp } from './own-app-store.ts'

type Change = { name?: string; redirectUri?: string; wireProfile?: WireProfile }

/** Changes what is given of an application that is this person's; whoever remembers it is told. */
export async function changeApp(
  { channelId, clientId }: { channelId: string; clientId: string },
  { name, redirectUri, wireProfile }: Change,
  { config, db }: Pick<World, 'config' | 'db'>,
): Promise<void> {
  const refusedName = name === undefined ? null : refusalOfName(name, config)
  if (refusedName) throw badField('name', refusedName)
  const refusedRedirect =
    redirectUri === undefined ? null : (refusalOfText(redirectUri) ?? refusalOfRedirect(redirectUri))
  if (refusedRedirect) throw badField('redirectUri', refusedRedirect)
  await db.change(async (tx, tell) => {
    const changed = await changeOwnApp(tx, channelId, clientId, {
      ...(name !== undefined && { name: name.normalize('NFC').trim() }),
      ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
      ...(wireProfile !== undefined && { wire_profile: wireProfile }),
    })
    if (!changed) throw new Refusal('notFound', 'clientId: there is no such application of yours')
    tell(signal(callersTopic, { clientId, channelId: null }))
  })
}
