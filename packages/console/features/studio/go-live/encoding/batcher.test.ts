import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Batcher } from './batcher.ts'

const avcC = new Uint8Array([1, 100, 0, 31])
const frameUs = 1e6 / 30

type Packet = { kind: number; flags: number; rendition: number; timeUs: number; size: number }

async function readBatch(batch: Blob): Promise<Packet[]> {
  const view = new DataView(await batch.arrayBuffer())
  const packets: Packet[] = []
  for (let at = 0; at < view.byteLength;) {
    const size = view.getUint32(at + 4)
    packets.push({
      kind: view.getUint8(at),
      flags: view.getUint8(at + 1),
      rendition: view.getUint8(at + 2),
      timeUs: view.getFloat64(at + 12),
      size,
    })
    at += 20 + size
  }
  return packets
}

function openBatcher({ renditions = 1, hasAudio = false } = {}) {
  const batches: Blob[] = []
  const batcher = new Batcher({ batchMs: 320, renditions, hasAudio, onBatch: (batch) => batches.push(batch) })
  /** Adds the frame of each rendition in the order of `order`. A key frame comes each second. */
  const addFrame = (index: number, order = [...Array(renditions).keys()]) => {
    const timeUs = Math.round(index * frameUs)
    for (const rendition of order)
      batcher.addVideo({ rendition, timeUs, isKey: index % 30 === 0, data: new Uint8Array(100), avcC })
  }
  return { batcher, batches, addFrame }
}

const isFrame = ({ kind, flags }: Packet) => kind === 0 && flags < 2

describe('batches', () => {
  test('are 320 ms at most, start with a key frame where one is due, and lose no frame', async () => {
    const { batcher, batches, addFrame } = openBatcher()
    for (let index = 0; index < 90; index++) addFrame(index)
    batcher.flush()
    const read = await Promise.all(batches.map(readBatch))
    assert.equal(read.flat().filter(isFrame).length, 90)
    for (const packets of read) {
      const frames = packets.filter(isFrame)
      const keys = frames.map(({ flags }) => flags === 1)
      assert.ok(frames.length <= 9, `${frames.length} frames`)
      assert.ok(!keys.slice(1).includes(true), 'a key frame inside a batch')
    }
  })

  test('repeat the configuration of the decoder before each key frame', async () => {
    const { batcher, batches, addFrame } = openBatcher()
    for (let index = 0; index < 60; index++) addFrame(index)
    batcher.flush()
    const packets = (await Promise.all(batches.map(readBatch))).flat()
    const keys = packets.flatMap(({ flags }, index) => (flags === 1 ? [index] : []))
    assert.equal(keys.length, 2)
    for (const index of keys) assert.deepEqual(packets[index - 1], { ...packets[0], size: avcC.length, flags: 2 })
  })

  test('hold the same frames of both renditions, whichever encoder answers first', async () => {
    const { batcher, batches, addFrame } = openBatcher({ renditions: 2 })
    for (let index = 0; index < 60; index++) addFrame(index, index % 3 === 0 ? [1, 0] : [0, 1])
    batcher.flush()
    for (const packets of await Promise.all(batches.map(readBatch))) {
      const timesOf = (rendition: number) =>
        packets.filter((packet) => isFrame(packet) && packet.rendition === rendition).map(({ timeUs }) => timeUs)
      assert.deepEqual(timesOf(0), timesOf(1))
    }
  })

  test('hold the sound of their frames, which may come later than these', async () => {
    const { batcher, batches, addFrame } = openBatcher({ hasAudio: true })
    batcher.configureAudio({ kind: 'opus', data: new Uint8Array(19) })
    // The sound is 200 ms behind the picture.
    for (let index = 0; index < 90; index++) {
      addFrame(index)
      for (let timeUs = index * frameUs - 200_000; timeUs < (index + 1) * frameUs - 200_000; timeUs += 20_000)
        if (timeUs >= 0) batcher.addAudio({ timeUs, durationUs: 20_000, data: new Uint8Array(10) })
    }
    const read = await Promise.all(batches.map(readBatch))
    assert.ok(read.length > 6)
    for (const packets of read) {
      const start = packets.find(isFrame)?.timeUs ?? 0
      const sounds = packets.filter(({ kind, flags }) => kind === 2 && flags === 1)
      assert.ok(sounds.every(({ timeUs }) => timeUs > start - 60_000))
    }
  })

  test('hold the sound alone while the camera gives no frames', async () => {
    const { batcher, batches, addFrame } = openBatcher({ hasAudio: true })
    batcher.configureAudio({ kind: 'opus', data: new Uint8Array(19) })
    const addSound = (from: number, to: number) => {
      for (let at = from; at < to; at += 20)
        batcher.addAudio({ timeUs: at * 1_000, durationUs: 20_000, data: new Uint8Array(50) })
    }
    for (let index = 0; index < 30; index++) addFrame(index)
    addSound(0, 6_000)
    const frozen = await Promise.all(batches.map(readBatch))
    const alone = frozen.filter((packets) => !packets.some(isFrame))
    assert.equal(alone.length, 4)
    for (let index = 180; index < 210; index++) addFrame(index)
    addSound(6_000, 7_000)
    batcher.flush()
    const packets = (await Promise.all(batches.map(readBatch))).flat()
    assert.equal(packets.filter(isFrame).length, 60)
    assert.equal(packets.filter(({ kind, flags }) => kind === 2 && flags < 2).length, 350)
  })

  test('wait for the sound, but not for a microphone that gives none', () => {
    const { batcher, batches, addFrame } = openBatcher({ hasAudio: true })
    for (let index = 0; index < 60; index++) addFrame(index)
    assert.equal(batches.length, 0)
    batcher.configureAudio({ kind: 'opus', data: new Uint8Array(19) })
    for (let index = 60; index < 90; index++) addFrame(index)
    assert.ok(batches.length > 0)

    const silent = openBatcher({ hasAudio: true })
    for (let index = 0; index < 120; index++) silent.addFrame(index)
    assert.ok(silent.batches.length > 0)
  })
})
