import type { WireProfile } from '@onair/contract'
import { badField, Refusal } from '../../kit/refusal.ts'
import { callersTopic, signal } from '../../kit/signals.ts'
import { refusalOfText } from '../../kit/text.ts'
import type { World } from '../../world/world.ts'
import { refusalOfName, refusalOfRedirect } from './naming-rules.ts'
import { loadApp } from './app-store.ts'
import { mayHaveDrops } from './organizations.ts'
import { changeOwnApp, putScopesOfApp } from './own-app-store.ts'
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
  { config, db }: Pick<World, 'config' | 'db'>,
): Promise<void> {
  const refusedName = name === undefined ? null : refusalOfName(name, config)
  if (refusedName) throw badField('name', refusedName)
  const refusedRedirect =
    redirectUri === undefined ? null : (refusalOfText(redirectUri) ?? refusalOfRedirect(redirectUri))
  if (refusedRedirect) throw badField('redirectUri', refusedRedirect)
  const organization = organizationId ?? (await loadApp(db.read, clientId))?.organization_id ?? undefined
  const isAsked = organizationId !== undefined || scopes !== undefined
  const hasDrops = isAsked && (await mayHaveDrops({ organizationId: organization, ownerChannelId: channelId }, { db }))
  const wanted = scopes && scopesOf({ scopes }, hasDrops)
  await db.change(async (tx, tell) => {
    const changed = await changeOwnApp(tx, channelId, clientId, {
      ...(name !== undefined && { name: name.normalize('NFC').trim() }),
      ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
      ...(wireProfile !== undefined && { wire_profile: wireProfile }),
      ...(organizationId !== undefined && { organization_id: organizationId }),
    })
    if (!changed) throw new Refusal('notFound', 'clientId: there is no such application of yours')
    if (wanted) await putScopesOfApp(tx, clientId, wanted)
    tell(signal(callersTopic, { clientId, channelId: null }))
  })
}
