import assert from 'node:assert/strict'
import { once, EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { Bus } from './bus.ts'

/** Two processes' ends of one bus; for a bus of a single process they are the same. */
export type OpenedBus = AsyncDisposable & { here: Bus; there: Bus; logged: () => string[] }

/** What every bus promises. */
export function busConformance(name: string, open: () => Promise<OpenedBus>, options: { skip?: string } = {}) {
  const promise = (sentence: string, act: (bus: OpenedBus) => Promise<void>) => {
    test(`${name}: ${sentence}`, options, async () => {
      await using bus = await open()
      await act(bus)
    })
  }

  promise('a message reaches whoever listens, unchanged', async ({ here, there }) => {
    const heard = ear()
    await using _ = await there.listen('news', heard.hear)
    const message = { text: '안녕 \u2028 🙂 "quoted" \\', list: [1, 2.5, null, true], deep: { empty: {} } }
    await here.publish('news', message)
    assert.deepEqual(await heard.next(1), [message])
  })

  promise('messages of a topic come in the order in which they were published', async ({ here, there }) => {
    const heard = ear()
    await using _ = await there.listen('news', heard.hear)
    const numbers = Array.from({ length: 500 }, (_, at) => at)
    await Promise.all(numbers.map((number) => here.publish('news', number)))
    assert.deepEqual(await heard.next(500), numbers)
  })

  promise('a topic is heard by every listener, and by nobody else', async ({ here, there }) => {
    const [first, second, elsewhere, other] = [ear(), ear(), ear(), ear()]
    await using _1 = await there.listen('news', first.hear)
    await using _2 = await there.listen('news', second.hear)
    await using _3 = await here.listen('news', elsewhere.hear)
    await using _4 = await there.listen('news/more', other.hear)
    await here.publish('news', 'a')
    await here.publish('news/more', 'b')
    assert.deepEqual(await first.next(1), ['a'])
    assert.deepEqual(await second.next(1), ['a'])
    assert.deepEqual(await elsewhere.next(1), ['a'])
    assert.deepEqual(await other.next(1), ['b'])
  })

  promise('whoever stopped listening hears nothing more, and the others still do', async ({ here, there }) => {
    const [stays, leaves] = [ear(), ear()]
    await using _ = await there.listen('news', stays.hear)
    const leaving = await there.listen('news', leaves.hear)
    await leaving[Symbol.asyncDispose]()
    await leaving[Symbol.asyncDispose]()
    await here.publish('news', 'after')
    assert.deepEqual(await stays.next(1), ['after'])
    assert.deepEqual(leaves.heard, [])
  })

  promise('the same function listening twice hears twice, until each has stopped', async ({ here, there }) => {
    const heard = ear()
    const once = await there.listen('news', heard.hear)
    await using _ = await there.listen('news', heard.hear)
    await here.publish('news', 1)
    assert.deepEqual(await heard.next(2), [1, 1])
    await once[Symbol.asyncDispose]()
    await here.publish('news', 2)
    await here.publish('news', 3)
    assert.deepEqual(await heard.next(4), [1, 1, 2, 3])
  })

  promise('listening, stopping and listening again at once leaves one who hears everything once', async (bus) => {
    const { here, there } = bus
    const heard = ear()
    const stopping: Promise<void>[] = []
    for (let round = 0; round < 50; round++) {
      const listening = await there.listen('news', () => {})
      stopping.push(Promise.resolve(listening[Symbol.asyncDispose]()))
    }
    await using _ = await there.listen('news', heard.hear)
    await Promise.all(stopping)
    await here.publish('news', 'first')
    await here.publish('news', 'last')
    assert.deepEqual(await heard.next(2), ['first', 'last'])
  })

  promise('many who begin to listen at the same moment miss nothing from then on', async ({ here, there }) => {
    const ears = Array.from({ length: 50 }, ear)
    const listening = await Promise.all(ears.map((each) => there.listen('news', each.hear)))
    await here.publish('news', 'now')
    for (const each of ears) assert.deepEqual(await each.next(1), ['now'])
    for (const each of listening) await each[Symbol.asyncDispose]()
  })

  promise('a listener that throws is logged, and the others still hear', async ({ here, there, logged }) => {
    const heard = ear()
    await using _1 = await there.listen('news', () => {
      throw new Error('thrown by the listener')
    })
    await using _2 = await there.listen('news', heard.hear)
    await here.publish('news', 1)
    await here.publish('news', 2)
    assert.deepEqual(await heard.next(2), [1, 2])
    assert.deepEqual(logged(), ['bus.listener-failed', 'bus.listener-failed'])
  })

  promise('what a listener publishes in answer is heard after what it answers, by all', async ({ there }) => {
    const heard = ear()
    await using _1 = await there.listen('news', (message) => {
      if (message === 'question') void there.publish('news', 'answer')
    })
    await using _2 = await there.listen('news', heard.hear)
    await there.publish('news', 'question')
    assert.deepEqual(await heard.next(2), ['question', 'answer'])
  })

  promise('a listener that brings another listener is not called for ever', async ({ here, there }) => {
    const heard = ear()
    const bring = (message: unknown) => {
      heard.hear(message)
      void there.listen('news', bring)
    }
    await there.listen('news', bring)
    await here.publish('news', 1)
    assert.deepEqual(await heard.next(1), [1])
  })

  promise('a closed bus refuses to publish and to listen', async ({ here }) => {
    await here[Symbol.asyncDispose]()
    await assert.rejects(here.publish('news', 1), /closed/)
    await assert.rejects(
      here.listen('news', () => {}),
      /closed/,
    )
  })
}

/** A listener that remembers, and that can be waited for. */
export function ear() {
  const heard: unknown[] = []
  const bell = new EventEmitter()
  return {
    heard,
    hear: (message: unknown) => {
      heard.push(message)
      bell.emit('heard')
    },
    async next(count: number) {
      while (heard.length < count) await once(bell, 'heard')
      return heard
    },
    async until(message: unknown) {
      while (!heard.includes(message)) await once(bell, 'heard')
    },
  }
}
