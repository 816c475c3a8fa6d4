import type { ActionAnswer } from '../../../../tests/support/apps/actions.ts'
import { openTestApp, type ApiResponse } from '../../../../tests/support/apps/test-app.ts'

export const rewardClaimsPath = '/open/v1/drops/reward-claims'

/** A test app with an application of an organization, which has a campaign with two rewards. */
export async function openDropsTestApp(app: object = {}, options: Parameters<typeof openTestApp>[0] = {}) {
  const testApp = await openTestApp(options)
  const fixture = await testApp.createFixture({ organizationId: 'games', ...app })
  const { client } = fixture

  const createCampaign = (clientId = client.clientId, categoryId = 'talk', rewards = ['검', '방패']) =>
    testApp.act('createCampaign', { clientId, categoryId, rewards })
  const { campaignId, rewardIds } = await createCampaign()
  const createPerson = async (): Promise<string> =>
    (await testApp.act('createPerson', { channelName: '시청자' })).channelId
  const tryClaim = (rewardId: string, byChannelId: string): Promise<ActionAnswer> =>
    testApp.tryAct('claim', { rewardId, byChannelId })

  return {
    ...testApp,
    ...fixture,
    createCampaign,
    campaignId,
    sword: rewardIds[0] as string,
    shield: rewardIds[1] as string,
    createPerson,
    tryClaim,
    /** Claims a reward, by default as a new person. The claim must succeed. */
    claimReward: async (rewardId = rewardIds[0] ?? '', byChannelId?: string): Promise<string> =>
      (await testApp.act('claim', { rewardId, byChannelId: byChannelId ?? (await createPerson()) })).claimId,
    createOtherApp: () =>
      testApp.act('createApp', {
        name: 'other',
        redirectUri: 'http://127.0.0.1:9/callback',
        organizationId: 'others',
      }),
    listClaims: (query = '', credentials = client) =>
      testApp.call('GET', `${rewardClaimsPath}${query === '' ? '' : `?${query}`}`, { client: credentials }),
    fulfill: (claimIds: unknown, fulfillmentState: unknown = 'FULFILLED', credentials = client) =>
      testApp.call('PUT', rewardClaimsPath, { client: credentials, json: { claimIds, fulfillmentState } }),
    loadClaims: () => testApp.deps.db.read.selectFrom('claim').selectAll().orderBy('position').execute(),
  }
}

export type DropsTestApp = Awaited<ReturnType<typeof openDropsTestApp>>

/** The claim ids in a response that lists claims. */
export function claimIdsIn({ body }: ApiResponse): string[] {
  return body.content.data.map(({ claimId }: { claimId: string }) => claimId)
}
