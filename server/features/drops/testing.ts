import { openScene, type Answer } from '../../testing/scene.ts'

export const path = '/open/v1/drops/reward-claims'

/** A scene with an application of an organization, a campaign of its with two rewards, and people to claim them. */
export async function openDrops(app: object = {}, given: Parameters<typeof openScene>[0] = {}) {
  const scene = await openScene(given)
  const cast = await scene.cast({ organizationId: 'games', ...app })
  const { client } = cast

  const campaign = (clientId = client.clientId, categoryId = 'talk', rewards = ['검', '방패']) =>
    scene.play('POST', '/drops/campaigns', { clientId, categoryId, rewards })
  const { campaignId, rewardIds } = await campaign()
  const person = async (): Promise<string> => (await scene.play('POST', '/people', { channelName: '시청자' })).channelId
  const act = (rewardId: string, byChannelId: string): Promise<Answer> =>
    scene.call('POST', '/sandbox/v1/acts/claim', { json: { rewardId, byChannelId } })

  return {
    ...scene,
    ...cast,
    campaign,
    campaignId: campaignId as string,
    sword: rewardIds[0] as string,
    shield: rewardIds[1] as string,
    person,
    act,
    /** Someone, new unless named, claims a reward and must get it. */
    claim: async (rewardId: string = rewardIds[0], byChannelId?: string): Promise<string> =>
      (await scene.play('POST', '/acts/claim', { rewardId, byChannelId: byChannelId ?? (await person()) })).claimId,
    otherApp: () =>
      scene.play('POST', '/apps', {
        name: 'other',
        redirectUri: 'http://127.0.0.1:9/callback',
        organizationId: 'others',
      }),
    look: (query = '', as = client) => scene.call('GET', `${path}${query === '' ? '' : `?${query}`}`, { client: as }),
    fulfil: (claimIds: unknown, fulfillmentState: unknown = 'FULFILLED', as = client) =>
      scene.call('PUT', path, { client: as, json: { claimIds, fulfillmentState } }),
    rows: () => scene.world.db.read.selectFrom('claim').selectAll().orderBy('position').execute(),
  }
}

export type Drops = Awaited<ReturnType<typeof openDrops>>

/** The ids of the claims in an answer of the look-up. */
export function idsIn({ body }: Answer): string[] {
  return body.content.data.map(({ claimId }: { claimId: string }) => claimId)
}
