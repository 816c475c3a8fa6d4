/** Claims rewards, each as a person who has not claimed it yet, and stores the acknowledged claims. */
export async function createClaimer(api: () => string, webhookUrl: string) {
  const sandbox = async (path: string, body: object): Promise<any> => {
    const response = await fetch(`${api()}/sandbox/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    })
    const { code, content } = (await response.json()) as { code: number; content: unknown }
    if (code !== 200) throw new Error(`${path} returned ${code}`)
    return content
  }
  const app = { name: 'game', redirectUri: 'http://127.0.0.1:9/', organizationId: 'company', webhookUrl }
  const { clientId } = await sandbox('/apps', app)
  const people: string[] = []
  for (let count = 0; count < 20; count++) people.push((await sandbox('/people', { channelName: '시청자' })).channelId)
  const acknowledged = new Set<string>()
  const pairs: { rewardId: string; byChannelId: string }[] = []
  const addPairs = async () => {
    const rewards = Array.from({ length: 100 }, (_, at) => `보상 ${at}`)
    const { rewardIds } = await sandbox('/drops/campaigns', { clientId, categoryId: 'talk', rewards })
    for (const rewardId of rewardIds) for (const byChannelId of people) pairs.push({ rewardId, byChannelId })
  }
  const claimOne = async () => {
    if (pairs.length < 10) await addPairs()
    const pair = pairs.pop()
    if (pair) acknowledged.add((await sandbox('/actions/claim', pair)).claimId)
  }
  return {
    clientId: String(clientId),
    acknowledged,
    /** Calls that fail because a process was killed are ignored: their claims are not acknowledged. */
    async claimWhile(condition: () => boolean) {
      const claimRepeatedly = async () => {
        while (condition()) await claimOne().catch(() => {})
      }
      await Promise.all([claimRepeatedly(), claimRepeatedly(), claimRepeatedly()])
    },
  }
}

export type Claimer = Awaited<ReturnType<typeof createClaimer>>
