import { hostname } from 'node:os'
import type { Deps } from '../../infra/deps.ts'
import { repeat } from '../../shared/repeat.ts'
import { deleteProcess, putProcess } from './process-store.ts'

/** Stores a sign of life of this process every 10 seconds, until it ends. */
export function reportProcess(
  { bus, clock, config, db, log, version }: Pick<Deps, 'bus' | 'clock' | 'config' | 'db' | 'log' | 'version'>,
  { port, encoderUrl }: { port: number; encoderUrl: string | null },
): AsyncDisposable {
  const name = `${hostname()}:${port}`
  let isBusUp = true
  const health = bus.onHealthChange((isHealthy) => (isBusUp = isHealthy))
  const onError = (error: unknown) => log.warn({ error }, 'process.not_reported')
  const beat = () => putProcess(db.read, { name, roles: config.roles.join(), version, isBusUp, encoderUrl })
  const loop = repeat(beat, { clock, intervalMs: 10_000, onError })
  loop.runNow()
  return {
    async [Symbol.asyncDispose]() {
      health[Symbol.dispose]()
      await loop[Symbol.asyncDispose]()
      await deleteProcess(db.read, name).catch(onError)
    },
  }
}
