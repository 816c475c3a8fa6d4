import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openCluster, clusterUnavailable, type ClusterProcess } from '../support/programs/cluster.ts'
import { connectAndSubscribe, createStreamer } from '../support/apps/donations.ts'
import { eventually } from '../support/eventually.ts'
import { httpBrowser } from '../support/clients/http-browser.ts'

type ShownRecord = { kind: string; name: string; traceId: string | null; delivery: { state: string } | null }

/** Waits for a number of records, and returns them, oldest first. */
function waitForRecords(api: ClusterProcess, query: string, count: number): Promise<ShownRecord[]> {
  return eventually(async () => {
    const { data }: { data: ShownRecord[] } = await api.sandbox('GET', `/records?${query}`)
    assert.ok(data.length >= count, `${query}: ${data.length} records`)
    return data.toReversed()
  })
}

describe('records of several processes', { skip: clusterUnavailable }, () => {
  test('a request, its event and its frame have one trace id, although different processes recorded them', async () => {
    await using cluster = await openCluster()
    const gateway = await cluster.start('gateway,worker')
    const env = { ONAIR_SOCKET_URL: gateway.socketUrl }
    const [writer, reader] = [await cluster.start('api', env), await cluster.start('api', env)]
    const streamer = await createStreamer(writer)
    using session = await connectAndSubscribe('chat', writer, streamer)
    await writer.call('POST', '/open/v1/chats/send', { token: streamer.token, json: { message: 'hello' } })
    assert.equal((await session.next())[0], 'CHAT')

    const [frame] = await waitForRecords(reader, `kind=frame&name=CHAT&sessionKey=${session.sessionKey}`, 1)
    const trace = await waitForRecords(reader, `traceId=${frame?.traceId}`, 3)
    assert.deepEqual(trace.map(({ kind, name }) => `${kind} ${name}`).sort(), [
      'event CHAT',
      'frame CHAT',
      'request POST /open/v1/chats/send',
    ])
    const [subscribed] = await waitForRecords(reader, `kind=frame&name=subscribed&sessionKey=${session.sessionKey}`, 1)
    const [request] = await waitForRecords(reader, `traceId=${subscribed?.traceId}&kind=request`, 1)
    assert.equal(request?.name, 'POST /open/v1/sessions/events/subscribe/chat')
  })

  test('with ONAIR_INSPECTOR=on-demand a read at one process makes every process record', async () => {
    await using cluster = await openCluster()
    const onDemand = { ONAIR_INSPECTOR: 'on-demand' }
    const gateway = await cluster.start('gateway,worker', onDemand)
    const env = { ...onDemand, ONAIR_SOCKET_URL: gateway.socketUrl }
    const [writer, reader] = [await cluster.start('api', env), await cluster.start('api', env)]
    const { email, password } = await writer.sandbox('POST', '/people', { channelName: '개발자' })
    const owner = httpBrowser(reader.baseUrl)
    await owner.signIn(email, password)
    const app = { name: 'own', redirectUri: 'http://127.0.0.1:9/callback' }
    const client = (await owner.callConsole('POST', '/apps', app)).body.content
    const { channelId } = await writer.sandbox('POST', '/people', { channelName: '방송인' })
    const { accessToken: token } = await writer.sandbox('POST', '/grants', { clientId: client.clientId, channelId })
    using session = await connectAndSubscribe('donation', writer, { token })
    const donate = () =>
      writer.call('POST', '/sandbox/v1/actions/donate', { json: { channelId, byChannelId: null, payAmount: 1000 } })
    const listRecords = async (): Promise<ShownRecord[]> =>
      (await owner.callConsole('GET', `/apps/${client.clientId}/records`)).body.content.data
    await donate()
    await session.next()
    assert.deepEqual(await listRecords(), [])
    // The other processes begin to record when the bus has notified them.
    await eventually(async () => {
      await donate()
      await session.next()
      const names = new Set((await listRecords()).map(({ kind, name }) => `${kind} ${name}`))
      assert.deepEqual([...names].sort(), ['event DONATION', 'frame DONATION'])
    })
  })
})
