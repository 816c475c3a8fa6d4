import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listenTo, openStreamer } from '../server/testing/donations.ts'
import { openSpread, spreadMissing as skip, type SpreadProcess } from '../server/testing/spread.ts'
import { visitor } from '../server/testing/visitor.ts'

type Shown = { kind: string; name: string; chain: string | null; delivery: { state: string } | null }

/** The records that a read answers, oldest first, as soon as there are so many. */
async function recordsAt(api: Pick<SpreadProcess, 'play'>, query: string, count: number): Promise<Shown[]> {
  for (;;) {
    const { data } = await api.play('GET', `/records?${query}`)
    if (data.length >= count) return data.toReversed()
  }
}

test(
  'a request in one process, its event and the frame that another process sent are one chain, read at a third',
  { skip },
  async () => {
    await using spread = await openSpread()
    const gateway = await spread.start('gateway,worker')
    const env = { SOCKET_URL: gateway.socketUrl }
    const [here, there] = [await spread.start('api', env), await spread.start('api', env)]
    const streamer = await openStreamer(here)
    using guest = await listenTo('chat', here, streamer)
    await here.call('POST', '/open/v1/chats/send', { token: streamer.token, json: { message: 'hello' } })
    assert.equal((await guest.next())[0], 'CHAT')

    const [frame] = await recordsAt(there, `kind=frame&name=CHAT&sessionKey=${guest.sessionKey}`, 1)
    const chain = await recordsAt(there, `chain=${frame?.chain}`, 3)
    assert.deepEqual(chain.map(({ kind, name }) => `${kind} ${name}`).sort(), [
      'event CHAT',
      'frame CHAT',
      'request POST /open/v1/chats/send',
    ])
    const [subscribed] = await recordsAt(there, `kind=frame&name=subscribed&sessionKey=${guest.sessionKey}`, 1)
    const [asked] = await recordsAt(there, `chain=${subscribed?.chain}&kind=request`, 1)
    assert.equal(asked?.name, 'POST /open/v1/sessions/events/subscribe/chat')
  },
)

test(
  'where only what is looked at is recorded, looking at one process has every process record',
  { skip },
  async () => {
    await using spread = await openSpread()
    const looking = { INSPECTOR: 'looked-at' }
    const gateway = await spread.start('gateway,worker', looking)
    const env = { ...looking, SOCKET_URL: gateway.socketUrl }
    const [here, there] = [await spread.start('api', env), await spread.start('api', env)]
    const { email, password } = await here.play('POST', '/people', { channelName: '개발자' })
    const owner = visitor(there.baseUrl)
    await owner.signIn(email, password)
    const app = { name: 'own', redirectUri: 'http://127.0.0.1:9/callback' }
    const client = (await owner.ask('POST', '/apps', app)).body.content
    const { channelId } = await here.play('POST', '/people', { channelName: '방송인' })
    const { accessToken: token } = await here.play('POST', '/grants', { clientId: client.clientId, channelId })
    using guest = await listenTo('donation', here, { token })
    const donate = () =>
      here.call('POST', '/sandbox/v1/acts/donate', { json: { channelId, byChannelId: null, payAmount: 1000 } })
    const look = async (): Promise<Shown[]> =>
      (await owner.ask('GET', `/apps/${client.clientId}/records`)).body.content.data
    await donate()
    await guest.next()
    assert.deepEqual(await look(), [])
    // Each process hears of it by the bus, and reads which channels it is about.
    let names: string[] = []
    while (names.length < 2) {
      await donate()
      await guest.next()
      names = [...new Set((await look()).map(({ kind, name }) => `${kind} ${name}`))].sort()
    }
    assert.deepEqual(names, ['event DONATION', 'frame DONATION'])
  },
)
