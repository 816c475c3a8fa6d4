import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../eventually.ts'
import type { Bus } from '@onair/server/infra/bus/bus.ts'

/** The buses of two processes; the same object for the memory bus. */
export type BusPair = AsyncDisposable & { here: Bus; there: Bus; logged: () => string[] }

/** The guarantees of every bus. */
export function busConformance(name: string, open: () => Promise<BusPair>, options: { skip?: string } = {}) {
  describe(name, options, () => {
    for (const [title, run] of Object.entries(guarantees))
      test(title, async () => {
        await using bus = await open()
        await run(bus)
      })
  })
}

const guarantees: Record<string, (bus: BusPair) => Promise<void>> = {
  'delivers a message unchanged': async ({ here, there }) => {
    const received = messageCollector()
    await using _ = await there.subscribe('news', received.handler)
    const message = { text: '안녕 \u2028 🙂 "quoted" \\', list: [1, 2.5, null, true], deep: { empty: {} } }
    await here.publish('news', message)
    assert.deepEqual(await received.waitForCount(1), [message])
  },

  'delivers the messages of a topic in the order of publication': async ({ here, there }) => {
    const received = messageCollector()
    await using _ = await there.subscribe('news', received.handler)
    const numbers = Array.from({ length: 500 }, (_, at) => at)
    await Promise.all(numbers.map((number) => here.publish('news', number)))
    assert.deepEqual(await received.waitForCount(500), numbers)
  },

  'delivers a message to every subscriber of its topic and to no other': async ({ here, there }) => {
    const [first, second, elsewhere, other] = [
      messageCollector(),
      messageCollector(),
      messageCollector(),
      messageCollector(),
    ]
    await using _1 = await there.subscribe('news', first.handler)
    await using _2 = await there.subscribe('news', second.handler)
    await using _3 = await here.subscribe('news', elsewhere.handler)
    await using _4 = await there.subscribe('news/more', other.handler)
    await here.publish('news', 'a')
    await here.publish('news/more', 'b')
    assert.deepEqual(await first.waitForCount(1), ['a'])
    assert.deepEqual(await second.waitForCount(1), ['a'])
    assert.deepEqual(await elsewhere.waitForCount(1), ['a'])
    assert.deepEqual(await other.waitForCount(1), ['b'])
  },

  'stops delivering to a disposed subscription, but not to the others': async ({ here, there }) => {
    const [active, disposed] = [messageCollector(), messageCollector()]
    await using _ = await there.subscribe('news', active.handler)
    const subscription = await there.subscribe('news', disposed.handler)
    await subscription[Symbol.asyncDispose]()
    await subscription[Symbol.asyncDispose]()
    await here.publish('news', 'after')
    assert.deepEqual(await active.waitForCount(1), ['after'])
    assert.deepEqual(disposed.messages, [])
  },

  'delivers twice to a handler subscribed twice, until each subscription is disposed of': async ({ here, there }) => {
    const received = messageCollector()
    const first = await there.subscribe('news', received.handler)
    await using _ = await there.subscribe('news', received.handler)
    await here.publish('news', 1)
    assert.deepEqual(await received.waitForCount(2), [1, 1])
    await first[Symbol.asyncDispose]()
    await here.publish('news', 2)
    await here.publish('news', 3)
    assert.deepEqual(await received.waitForCount(4), [1, 1, 2, 3])
  },

  'delivers once after subscribing and unsubscribing repeatedly': async (bus) => {
    const { here, there } = bus
    const received = messageCollector()
    const disposals: Promise<void>[] = []
    for (let round = 0; round < 50; round++) {
      const subscription = await there.subscribe('news', () => {})
      disposals.push(Promise.resolve(subscription[Symbol.asyncDispose]()))
    }
    await using _ = await there.subscribe('news', received.handler)
    await Promise.all(disposals)
    await here.publish('news', 'first')
    await here.publish('news', 'last')
    assert.deepEqual(await received.waitForCount(2), ['first', 'last'])
  },

  'delivers to all of 50 concurrent subscriptions once they resolve': async ({ here, there }) => {
    const collectors = Array.from({ length: 50 }, messageCollector)
    const subscriptions = await Promise.all(collectors.map((each) => there.subscribe('news', each.handler)))
    await here.publish('news', 'now')
    for (const each of collectors) assert.deepEqual(await each.waitForCount(1), ['now'])
    for (const each of subscriptions) await each[Symbol.asyncDispose]()
  },

  'logs the error of a handler and calls the other handlers': async ({ here, there, logged }) => {
    const received = messageCollector()
    await using _1 = await there.subscribe('news', () => {
      throw new Error('thrown by the handler')
    })
    await using _2 = await there.subscribe('news', received.handler)
    await here.publish('news', 1)
    await here.publish('news', 2)
    assert.deepEqual(await received.waitForCount(2), [1, 2])
    assert.deepEqual(logged(), ['bus.handler_failed', 'bus.handler_failed'])
  },

  'delivers a message published by a handler after the one being handled, to every handler': async ({ there }) => {
    const received = messageCollector()
    await using _1 = await there.subscribe('news', (message) => {
      if (message === 'question') void there.publish('news', 'answer')
    })
    await using _2 = await there.subscribe('news', received.handler)
    await there.publish('news', 'question')
    assert.deepEqual(await received.waitForCount(2), ['question', 'answer'])
  },

  'does not deliver the current message to a subscription that a handler adds': async ({ here, there }) => {
    const received = messageCollector()
    const subscribeAgain = (message: unknown) => {
      received.handler(message)
      void there.subscribe('news', subscribeAgain)
    }
    await there.subscribe('news', subscribeAgain)
    await here.publish('news', 1)
    assert.deepEqual(await received.waitForCount(1), [1])
  },

  'rejects publish and subscribe after closing': async ({ here }) => {
    await here[Symbol.asyncDispose]()
    await assert.rejects(here.publish('news', 1), /closed/)
    await assert.rejects(
      here.subscribe('news', () => {}),
      /closed/,
    )
  },
}

/** A handler that collects the messages. */
export function messageCollector() {
  const messages: unknown[] = []
  return {
    messages,
    handler: (message: unknown) => void messages.push(message),
    async waitForCount(count: number) {
      await eventually(() => messages.length >= count)
      return messages
    },
    waitFor: (message: unknown) => eventually(() => messages.includes(message)),
  }
}
