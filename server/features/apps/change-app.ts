import { dropsScope, scopeNamed, type WireProfile } from '@onair/contract'
import { badField, Refusal } from '../../kit/refusal.ts'
import { callersTopic, signal } from '../../kit/signals.ts'
import { refusalOfText } from '../../kit/text.ts'
import type { World } from '../../world/world.ts'
import { refusalOfName, refusalOfRedirect } from './naming-rules.ts'
import { mayHaveDrops } from './organizations.ts'
import { changeOwnApp, lockOwnApp, putScopesOfApp } from './own-app-store.ts'
import { scopesOf } from './register-app.ts'

type Change = {
  name?: string
  redirectUri?: string
  wireProfile?: WireProfile
  /** What is asked for from the next consent on. Who allowed something before keeps it so. Gap 140. */
  scopes?: readonly string[]
  organizationId?: string
}

/** Changes what is given of an application that is this person's; whoever remembers it is told. */
export async function changeApp(
  { channelId, clientId }: { channelId: string; clientId: string },
  { name, redirectUri, wireProfile, scopes, organizationId }: Change,
  { clock, config, db }: Pick<World, 'clock' | 'config' | 'db'>,
): Promise<void> {
  const now = clock.now()
  const refusedName = name === undefined ? null : refusalOfName(name, config)
  if (refusedName) throw badField('name', refusedName)
  const refusedRedirect =
    redirectUri === undefined ? null : (refusalOfText(redirectUri) ?? refusalOfRedirect(redirectUri))
  if (refusedRedirect) throw badField('redirectUri', refusedRedirect)
  await db.change(async (tx, tell) => {
    const app = await lockOwnApp(tx, channelId, clientId)
    if (app === null) throw new Refusal('notFound', 'NO_APP_OF_YOURS')
    const isMoved = organizationId !== undefined && organizationId !== app.organizationId
    const asksForDrops = scopes?.some((scope) => scopeNamed(scope) === dropsScope) === true && !app.hasDrops
    const organization = {
      organizationId: organizationId ?? app.organizationId ?? undefined,
      ownerChannelId: channelId,
    }
    // Whoever speaks for the organization no more keeps what the application has, and may give it up.
    const hasDrops = isMoved || asksForDrops ? await mayHaveDrops(organization, tx) : app.hasDrops
    await changeOwnApp(tx, clientId, {
      ...(name !== undefined && { name: name.normalize('NFC').trim() }),
      ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
      ...(wireProfile !== undefined && { wire_profile: wireProfile }),
      ...(organizationId !== undefined && { organization_id: organizationId }),
    })
    if (scopes) await putScopesOfApp(tx, clientId, { scopes: scopesOf({ scopes }, hasDrops), now })
    tell(signal(callersTopic, { clientId, channelId: null }))
  })
}
