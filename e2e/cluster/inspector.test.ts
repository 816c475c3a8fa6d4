import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAndSubscribe, createStreamer } from '../../server/test/donations.ts'
import { openCluster, clusterUnavailable as skip, type ClusterProcess } from '../../server/test/cluster.ts'
import { httpBrowser } from '../../server/test/http-browser.ts'

type ShownRecord = { kind: string; name: string; traceId: string | null; delivery: { state: string } | null }

/** The records that a read answers, oldest first, as soon as there are so many. */
async function waitForRecords(
  api: Pick<ClusterProcess, 'sandbox'>,
  query: string,
  count: number,
): Promise<ShownRecord[]> {
  for (;;) {
    const { data } = await api.sandbox('GET', `/records?${query}`)
    if (data.length >= count) return data.toReversed()
  }
}

test(
  'a request in one process, its event and the frame that another process sent are one chain, read at a third',
  { skip },
  async () => {
    await using cluster = await openCluster()
    const gateway = await cluster.start('gateway,worker')
    const env = { SOCKET_URL: gateway.socketUrl }
    const [here, there] = [await cluster.start('api', env), await cluster.start('api', env)]
    const streamer = await createStreamer(here)
    using session = await connectAndSubscribe('chat', here, streamer)
    await here.call('POST', '/open/v1/chats/send', { token: streamer.token, json: { message: 'hello' } })
    assert.equal((await session.next())[0], 'CHAT')

    const [frame] = await waitForRecords(there, `kind=frame&name=CHAT&sessionKey=${session.sessionKey}`, 1)
    const chain = await waitForRecords(there, `traceId=${frame?.traceId}`, 3)
    assert.deepEqual(chain.map(({ kind, name }) => `${kind} ${name}`).sort(), [
      'event CHAT',
      'frame CHAT',
      'request POST /open/v1/chats/send',
    ])
    const [subscribed] = await waitForRecords(there, `kind=frame&name=subscribed&sessionKey=${session.sessionKey}`, 1)
    const [asked] = await waitForRecords(there, `traceId=${subscribed?.traceId}&kind=request`, 1)
    assert.equal(asked?.name, 'POST /open/v1/sessions/events/subscribe/chat')
  },
)

test(
  'where only what is looked at is recorded, looking at one process has every process record',
  { skip },
  async () => {
    await using cluster = await openCluster()
    const observedEnv = { INSPECTOR: 'on-demand' }
    const gateway = await cluster.start('gateway,worker', observedEnv)
    const env = { ...observedEnv, SOCKET_URL: gateway.socketUrl }
    const [here, there] = [await cluster.start('api', env), await cluster.start('api', env)]
    const { email, password } = await here.sandbox('POST', '/people', { channelName: '개발자' })
    const owner = httpBrowser(there.baseUrl)
    await owner.signIn(email, password)
    const app = { name: 'own', redirectUri: 'http://127.0.0.1:9/callback' }
    const client = (await owner.callConsole('POST', '/apps', app)).body.content
    const { channelId } = await here.sandbox('POST', '/people', { channelName: '방송인' })
    const { accessToken: token } = await here.sandbox('POST', '/grants', { clientId: client.clientId, channelId })
    using session = await connectAndSubscribe('donation', here, { token })
    const donate = () =>
      here.call('POST', '/sandbox/v1/acts/donate', { json: { channelId, byChannelId: null, payAmount: 1000 } })
    const listRecords = async (): Promise<ShownRecord[]> =>
      (await owner.callConsole('GET', `/apps/${client.clientId}/records`)).body.content.data
    await donate()
    await session.next()
    assert.deepEqual(await listRecords(), [])
    // Each process hears of it by the bus, and reads which channels it is about.
    let names: string[] = []
    while (names.length < 2) {
      await donate()
      await session.next()
      names = [...new Set((await listRecords()).map(({ kind, name }) => `${kind} ${name}`))].sort()
    }
    assert.deepEqual(names, ['event DONATION', 'frame DONATION'])
  },
)
