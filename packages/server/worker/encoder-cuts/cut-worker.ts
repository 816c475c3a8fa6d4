import { leaseEncoderCuts, recordEncoderCut, streamKeyOf } from '../../features/lives/encoder-cuts/cut-encoders.ts'
import type { CutResult } from '../../features/lives/encoder-cuts/encoder-cut-rules.ts'
import type { DueCut } from '../../features/lives/encoder-cuts/encoder-cut-store.ts'
import type { Deps } from '../../infra/deps.ts'
import { cutEncoder } from '../../infra/media-control.ts'
import { clockTopic, encoderCutsTopic, subscribe } from '../../shared/bus-messages.ts'
import { repeat } from '../../shared/repeat.ts'

/** The interval in process time. A message of `encoderCutsTopic` starts a poll earlier. */
const pollIntervalMs = 2_000
/** Encoders that a worker has cut at the same time. */
const batchSize = 8
/** The end of an attempt, before the next one is due. */
const deadlineMs = 4_000

/** Has media servers cut the encoders of lives that were taken down. Where none is configured, there is no worker. */
export async function openCutWorker(deps: Deps): Promise<AsyncDisposable> {
  const { bus, clock, config, log } = deps
  if (config.mediaControls.length === 0) return { async [Symbol.asyncDispose]() {} }
  const stopping = new AbortController()
  const onError = (error: unknown) => log.error({ error }, 'encoder.poll_failed')

  const polling = repeat(
    async () => {
      const due = await leaseEncoderCuts(batchSize, deps)
      await Promise.all(due.map(async (one) => recordEncoderCut(one, await attempt(one), deps).catch(onError)))
      if (due.length === batchSize) polling.runNow()
    },
    { clock, intervalMs: pollIntervalMs, onError },
  )

  /** Asks all servers, since any of them may have the encoder. */
  async function attempt(due: DueCut): Promise<CutResult> {
    const streamKey = streamKeyOf(due, deps)
    if (streamKey === null) return { failure: 'the stream key cannot be read' }
    const deadline = new AbortController()
    using _ = clock.after(deadlineMs, () => deadline.abort())
    const signal = AbortSignal.any([deadline.signal, stopping.signal])
    const results = await Promise.allSettled(
      config.mediaControls.map((server) => cutEncoder(server, streamKey, signal)),
    )
    const cut = results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
    const failed = results.find((result) => result.status === 'rejected')
    return failed !== undefined && cut === 0 ? { failure: messageOf(failed.reason) } : { cut }
  }

  const poll = () => polling.runNow()
  const subscriptions = [await subscribe(bus, encoderCutsTopic, poll), await subscribe(bus, clockTopic, poll)]
  poll()
  return {
    async [Symbol.asyncDispose]() {
      for (const subscription of subscriptions) await subscription[Symbol.asyncDispose]()
      stopping.abort()
      await polling[Symbol.asyncDispose]()
    },
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200)
}
