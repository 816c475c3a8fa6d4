import assert from 'node:assert/strict'
import { once, EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { Bus } from './bus.ts'

/** Two processes' ends of one bus; for a bus of a single process they are the same. */
export type BusPair = AsyncDisposable & { here: Bus; there: Bus; logged: () => string[] }

/** What every bus promises. */
export function busConformance(name: string, open: () => Promise<BusPair>, options: { skip?: string } = {}) {
  const guarantee = (title: string, run: (bus: BusPair) => Promise<void>) => {
    test(`${name}: ${title}`, options, async () => {
      await using bus = await open()
      await run(bus)
    })
  }

  guarantee('a message reaches whoever listens, unchanged', async ({ here, there }) => {
    const heard = messageCollector()
    await using _ = await there.subscribe('news', heard.handler)
    const message = { text: '안녕 \u2028 🙂 "quoted" \\', list: [1, 2.5, null, true], deep: { empty: {} } }
    await here.publish('news', message)
    assert.deepEqual(await heard.next(1), [message])
  })

  guarantee('messages of a topic come in the order in which they were published', async ({ here, there }) => {
    const heard = messageCollector()
    await using _ = await there.subscribe('news', heard.handler)
    const numbers = Array.from({ length: 500 }, (_, at) => at)
    await Promise.all(numbers.map((number) => here.publish('news', number)))
    assert.deepEqual(await heard.next(500), numbers)
  })

  guarantee('a topic is heard by every listener, and by nobody else', async ({ here, there }) => {
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
    assert.deepEqual(await first.next(1), ['a'])
    assert.deepEqual(await second.next(1), ['a'])
    assert.deepEqual(await elsewhere.next(1), ['a'])
    assert.deepEqual(await other.next(1), ['b'])
  })

  guarantee('whoever stopped listening hears nothing more, and the others still do', async ({ here, there }) => {
    const [stays, leaves] = [messageCollector(), messageCollector()]
    await using _ = await there.subscribe('news', stays.handler)
    const leaving = await there.subscribe('news', leaves.handler)
    await leaving[Symbol.asyncDispose]()
    await leaving[Symbol.asyncDispose]()
    await here.publish('news', 'after')
    assert.deepEqual(await stays.next(1), ['after'])
    assert.deepEqual(leaves.heard, [])
  })

  guarantee('the same function listening twice hears twice, until each has stopped', async ({ here, there }) => {
    const heard = messageCollector()
    const once = await there.subscribe('news', heard.handler)
    await using _ = await there.subscribe('news', heard.handler)
    await here.publish('news', 1)
    assert.deepEqual(await heard.next(2), [1, 1])
    await once[Symbol.asyncDispose]()
    await here.publish('news', 2)
    await here.publish('news', 3)
    assert.deepEqual(await heard.next(4), [1, 1, 2, 3])
  })

  guarantee('listening, stopping and listening again at once leaves one who hears everything once', async (bus) => {
    const { here, there } = bus
    const heard = messageCollector()
    const stopping: Promise<void>[] = []
    for (let round = 0; round < 50; round++) {
      const listening = await there.subscribe('news', () => {})
      stopping.push(Promise.resolve(listening[Symbol.asyncDispose]()))
    }
    await using _ = await there.subscribe('news', heard.handler)
    await Promise.all(stopping)
    await here.publish('news', 'first')
    await here.publish('news', 'last')
    assert.deepEqual(await heard.next(2), ['first', 'last'])
  })

  guarantee('many who begin to listen at the same moment miss nothing from then on', async ({ here, there }) => {
    const ears = Array.from({ length: 50 }, messageCollector)
    const listening = await Promise.all(ears.map((each) => there.subscribe('news', each.handler)))
    await here.publish('news', 'now')
    for (const each of ears) assert.deepEqual(await each.next(1), ['now'])
    for (const each of listening) await each[Symbol.asyncDispose]()
  })

  guarantee('a listener that throws is logged, and the others still hear', async ({ here, there, logged }) => {
    const heard = messageCollector()
    await using _1 = await there.subscribe('news', () => {
      throw new Error('thrown by the listener')
    })
    await using _2 = await there.subscribe('news', heard.handler)
    await here.publish('news', 1)
    await here.publish('news', 2)
    assert.deepEqual(await heard.next(2), [1, 2])
    assert.deepEqual(logged(), ['bus.handler_failed', 'bus.handler_failed'])
  })

  guarantee('what a listener publishes in answer is heard after what it answers, by all', async ({ there }) => {
    const heard = messageCollector()
    await using _1 = await there.subscribe('news', (message) => {
      if (message === 'question') void there.publish('news', 'answer')
    })
    await using _2 = await there.subscribe('news', heard.handler)
    await there.publish('news', 'question')
    assert.deepEqual(await heard.next(2), ['question', 'answer'])
  })

  guarantee('a listener that brings another listener is not called for ever', async ({ here, there }) => {
    const heard = messageCollector()
    const bring = (message: unknown) => {
      heard.handler(message)
      void there.subscribe('news', bring)
    }
    await there.subscribe('news', bring)
    await here.publish('news', 1)
    assert.deepEqual(await heard.next(1), [1])
  })

  guarantee('a closed bus refuses to publish and to listen', async ({ here }) => {
    await here[Symbol.asyncDispose]()
    await assert.rejects(here.publish('news', 1), /closed/)
    await assert.rejects(
      here.subscribe('news', () => {}),
      /closed/,
    )
  })
}

/** A listener that remembers, and that can be waited for. */
export function messageCollector() {
  const messages: unknown[] = []
  const emitter = new EventEmitter()
  return {
    heard: messages,
    handler: (message: unknown) => {
      messages.push(message)
      emitter.emit('heard')
    },
    async next(count: number) {
      while (messages.length < count) await once(emitter, 'heard')
      return messages
    },
    async until(message: unknown) {
      while (!messages.includes(message)) await once(emitter, 'heard')
    },
  }
}
