import { setTimeout as after } from 'node:timers/promises'
import type { Clock } from '@onair/server/infra/clock.ts'
import { openPublisher, type PublishTarget } from '@onair/server/infra/rtmp/publisher.ts'
import { TestLoop } from './test-loop.ts'

const stepMs = 40

type SentPicture = { seconds: number; droppedFrames: number }

/**
 * Publishes the test card to any server of RTMP as fast as it plays, until the signal or for so many seconds. Rejects with a
 * `PublishError` that says what the server said. `onStart`: called when the server takes the stream.
 */
export async function sendTestPicture(
  target: PublishTarget,
  {
    clock,
    signal,
    seconds,
    onStart,
  }: { clock: Pick<Clock, 'uptime'>; signal: AbortSignal; seconds: number | null; onStart: () => void },
): Promise<SentPicture> {
  const loop = await TestLoop.load()
  const publisher = await openPublisher(target, { signal })
  onStart()
  for (const { kind, data } of loop.configurations)
    if (kind === 'avc') publisher.configureVideo(data)
    else publisher.configureAudio(data)
  const ended = publisher.ended.then((error) => ({ error }))
  const startedAt = clock.uptime()
  const playedMs = () => Math.min(clock.uptime() - startedAt, (seconds ?? Infinity) * 1_000)
  for (let next = 0; ;) {
    const played = playedMs()
    for (; loop.at(next).time <= played * 1_000; next++) send(loop.at(next))
    if (signal.aborted || (seconds !== null && played >= seconds * 1_000)) break
    const over = await Promise.race([ended, after(stepMs, null)])
    if (over?.error) throw over.error
  }
  const played = playedMs()
  await publisher.end()
  return { seconds: played / 1_000, droppedFrames: publisher.droppedFrames }

  function send({ kind, isKey, time, data }: ReturnType<TestLoop['at']>) {
    const timeMs = Math.round(time / 1_000)
    if (kind === 'avc') publisher.video({ isKey, timeMs, offsetMs: 0, data })
    else publisher.audio({ timeMs, data })
  }
}
