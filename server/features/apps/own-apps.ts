import type { WireProfile } from '@onair/contract'
import { badField, Refusal } from '../../kit/refusal.ts'
import { callersTopic, signal } from '../../kit/signals.ts'
import { refusalOfText } from '../../kit/text.ts'
import type { World } from '../../world/world.ts'
import { refusalOfName, refusalOfRedirect } from './naming-rules.ts'
import { changeOwnApp, loadOwnApp, type OwnApp } from './own-app-store.ts'

type Whose = { channelId: string; clientId: string }

/** The application, if it is this person's. One of someone else is no more there than one that was never made. */
export async function ownApp(
  { channelId, clientId }: Whose,
  { clock, db }: Pick<World, 'clock' | 'db'>,
): Promise<OwnApp> {
  const app = await loadOwnApp(db.read, channelId, clientId, clock.now())
  if (app === null) throw notYours()
  return app
}

type Change = { name?: string; redirectUri?: string; wireProfile?: WireProfile }

/** Changes what is given; whoever remembers the application is told. */
export async function changeOwn(
  { channelId, clientId }: Whose,
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
    if (!changed) throw notYours()
    tell(signal(callersTopic, { clientId, channelId: null }))
  })
}

function notYours(): Refusal {
  return new Refusal('notFound', 'clientId: there is no such application of yours')
}
