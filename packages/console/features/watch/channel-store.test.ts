import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import type { ChannelDetails } from './queries.ts'
import { ChannelStore } from './channel-store.ts'
import type { SocketHandlers, SocketMessage } from './viewer-socket.ts'

type State = ChannelDetails['state']

function state(viewers: number, slowModeSec = 0): State {
  return { live: { viewers }, chatSettings: { chatSlowModeSec: slowModeSec } } as State
}

function chatEvent(eventId: string) {
  return { eventId, senderChannelId: 'sender', messageTime: 1, eventSentAt: '2026-01-01T09:00:00.000000000' }
}

function channelOf(...eventIds: string[]): ChannelDetails {
  const recent = eventIds.map((id) => ({ type: 'CHAT', event: chatEvent(id) }))
  return { state: state(0), recent, self: { role: 'common_user' } } as unknown as ChannelDetails
}

/** A store whose server answers with `answer`, and whose socket receives what the test sends. */
function openStore(answer: { channel: ChannelDetails | Error }) {
  const calls = { channelReads: 0, viewerReads: 0, socketsClosed: 0 }
  let cached: ChannelDetails | undefined
  let socket: SocketHandlers | undefined
  const store = new ChannelStore({
    cache: {
      getChannel: () => cached,
      setChannel: (channel) => void (cached = channel),
      async fetchChannel() {
        calls.channelReads += 1
        if (answer.channel instanceof Error) throw answer.channel
        return (cached = answer.channel)
      },
      setViewer: () => {},
      fetchViewer: async () => void (calls.viewerReads += 1),
    },
    openSocket(handlers) {
      socket = handlers
      return { [Symbol.dispose]: () => void (calls.socketsClosed += 1) }
    },
    requestFrame: (draw) => draw(),
  })
  store.start()
  return {
    store,
    calls,
    cached: () => cached,
    keys: () => store.feed.getState().lines.map(({ key }) => key),
    setOpen: (isOpen: boolean) => socket?.onOpenChange(isOpen),
    refuse: (error: Error) => socket?.onRefused(error),
    /** Delivers a message and completes the reads that are due within `ms`. */
    receive: async (message: readonly [string, unknown?], ms = 0) => {
      socket?.onMessage(message as unknown as SocketMessage)
      mock.timers.tick(ms + 1)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('ChannelStore', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => {
    mock.timers.reset()
    mock.restoreAll()
  })

  test('has the reason why the server refuses the viewer until the socket opens', () => {
    const { store, refuse, setOpen } = openStore({ channel: channelOf() })
    let changes = 0
    store.subscribe(() => (changes += 1))
    const error = new Error('this network is blocked')
    refuse(error)
    assert.equal(store.getRefusal(), error)
    setOpen(true)
    assert.equal(store.getRefusal(), null)
    assert.equal(changes, 2)
  })

  test('reads the channel at the first state of each connection, and applies later states itself', async () => {
    const { calls, receive, setOpen, cached } = openStore({ channel: channelOf('a') })
    await receive(['STATE', state(1)])
    await receive(['STATE', state(2)])
    assert.equal(calls.channelReads, 1)
    assert.equal(cached()?.state.live?.viewers, 2)
    setOpen(false)
    await receive(['STATE', state(3)])
    assert.equal(calls.channelReads, 2)
  })

  test('adds chat messages of the socket to those that the server remembers', async () => {
    const { receive, keys } = openStore({ channel: channelOf('a') })
    await receive(['STATE', state(0)])
    await receive(['CHAT', chatEvent('b')])
    assert.deepEqual(keys(), ['a', 'b'])
  })

  test('keeps a state that arrives while the channel is read', async () => {
    const { store, receive, cached } = openStore({ channel: channelOf() })
    await receive(['STATE', state(1)])
    const read = receive(['RESYNC'])
    await receive(['STATE', state(7)])
    await read
    assert.equal(cached()?.state.live?.viewers, 7)
    store.stop()
  })

  test('continues after a read that failed', async () => {
    const answer: { channel: ChannelDetails | Error } = { channel: new Error('503') }
    const { receive, keys } = openStore(answer)
    await receive(['STATE', state(0)])
    await receive(['CHAT', chatEvent('b')])
    assert.deepEqual(keys(), ['b'])
    answer.channel = channelOf('a', 'b')
    await receive(['RESYNC'])
    assert.deepEqual(keys(), ['a', 'b'])
  })

  test('reads the viewer status when it changes and when the chat settings change', async () => {
    const { calls, receive } = openStore({ channel: channelOf() })
    await receive(['STATE', state(0)])
    await receive(['VIEWER_STATUS'])
    assert.equal(calls.viewerReads, 1)
    await receive(['STATE', state(0)])
    assert.equal(calls.viewerReads, 1)
    await receive(['STATE', state(0, 30)])
    assert.equal(calls.viewerReads, 2)
  })

  test('spreads the reads of a resync over the viewers of the channel', async () => {
    mock.method(Math, 'random', () => 0.5)
    const { calls, receive } = openStore({ channel: channelOf() })
    await receive(['STATE', state(4_000)])
    await receive(['RESYNC'], 1_900)
    assert.equal(calls.channelReads, 1)
    await receive(['VIEWER_STATUS'], 200)
    assert.equal(calls.channelReads, 2)
  })

  test('closes the socket and cancels pending reads when it stops', async () => {
    mock.method(Math, 'random', () => 0.5)
    const { store, calls, receive } = openStore({ channel: channelOf() })
    await receive(['STATE', state(4_000)])
    await receive(['RESYNC'])
    store.stop()
    mock.timers.tick(5_000)
    assert.equal(calls.socketsClosed, 1)
    assert.equal(calls.channelReads, 1)
  })
})
