import { loadLastBackup } from '../features/installation/installation-store.ts'
import { countLives } from '../features/lives/live-store.ts'
import { repeat } from '../shared/repeat.ts'
import type { Deps } from '../infra/deps.ts'
import { openCutWorker } from './encoder-cuts/cut-worker.ts'
import { createSweeps } from './sweeps.ts'
import { openMailWorker } from './mail/mail-worker.ts'
import { openDeliveryWorker } from './webhooks/deliver.ts'

/** Opens the worker role: webhook deliveries, mails and the periodic sweeps. Disposing waits for what is in progress. */
export async function openWorker(deps: Deps): Promise<AsyncDisposable> {
  const { clock, db, log, metrics } = deps
  const deliveryWorker = await openDeliveryWorker(deps)
  const mailWorker = await openMailWorker(deps)
  const cutWorker = await openCutWorker(deps)
  const sweeps = createSweeps().map(({ name, intervalMs, run }) => {
    const onError = (error: unknown) => log.error({ sweep: name, error }, 'sweep.failed')
    return repeat(() => run(deps), { clock, intervalMs, onError })
  })
  const observed = new DisposableStack()
  observed.use(metrics.observe('onair_live_channels', () => countLives(db.read)))
  observed.use(
    metrics.observe('onair_last_backup_timestamp_seconds', async () => {
      const { writtenAt } = await loadLastBackup(db.read)
      return (writtenAt ?? 0) / 1_000
    }),
  )
  observed.use(
    metrics.observe('onair_last_backup_copy_timestamp_seconds', async () => {
      const { copiedAt } = await loadLastBackup(db.read)
      return copiedAt && copiedAt / 1_000
    }),
  )
  return {
    async [Symbol.asyncDispose]() {
      observed.dispose()
      await Promise.all([deliveryWorker, mailWorker, cutWorker, ...sweeps].map((task) => task[Symbol.asyncDispose]()))
    },
  }
}
