import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../observability/log.ts'
import { startPostmaster, type Postmaster, type PostmasterOptions } from './postmaster.ts'
import { databaseOpenError } from './errors.ts'
import { isDiskFullError, toDatabaseOpenError, type ServerExit } from './start-failure.ts'

/** Failed starts in a row before the supervisor gives up, with these pauses: 11 s and the time of the attempts. */
const maxFailures = 10
/** Starts in a row after which the server ended before it was stable; the pauses alone are 3 minutes. */
const maxUnstableStarts = 100
const pauseMs = (attempts: number) => (attempts === 0 ? 0 : Math.min(2_000, 50 * 2 ** attempts))
/** The server is started again in this interval until there is space on the disk. */
const diskFullPauseMs = 2_000
/** When a server ends earlier, the pauses keep growing and the start counts as unstable. */
const stableMs = 10_000

export type SupervisorOptions = Omit<PostmasterOptions, 'signal' | 'listen'> & {
  log: Pick<Log, 'warn' | 'error'>
  maxUnstableStarts?: number | undefined
  /** Called once, when the server cannot be started again. */
  onFailure: (error: Error) => void
}

/** Starts the server of a cluster, and starts it again at the same address when it ends. Disposing stops it. */
export async function superviseServer(options: SupervisorOptions): Promise<Supervisor> {
  return new Supervisor(await startPostmaster(options), options)
}

class Supervisor implements AsyncDisposable {
  readonly host: string
  readonly port: number
  readonly #options: SupervisorOptions
  readonly #stopping = new AbortController()
  readonly #loop: Promise<void>
  #server: Postmaster
  /** Failed starts since the server was last ready. */
  #failures = 0
  /** Starts since the server was last stable. */
  #attempts = 0
  #isDiskFull = false

  constructor(server: Postmaster, options: SupervisorOptions) {
    this.#server = server
    this.#options = options
    this.host = server.host
    this.port = server.port
    this.#loop = this.#keepRunning()
  }

  async [Symbol.asyncDispose]() {
    this.#stopping.abort()
    await this.#server[Symbol.asyncDispose]()
    await this.#loop
    // A start that was under way may have succeeded.
    await this.#server[Symbol.asyncDispose]()
  }

  async #keepRunning() {
    while (!this.#stopping.signal.aborted) {
      const startedAt = performance.now()
      const exit = await this.#server.ended
      if (this.#stopping.signal.aborted) return
      if (performance.now() - startedAt >= stableMs) this.#attempts = 0
      this.#reportExit(exit)
      const { maxUnstableStarts: max = maxUnstableStarts } = this.#options
      if (this.#attempts >= max) return this.#giveUp(unstableError(exit, { starts: max, log: this.#options.logFile }))
      await this.#restart()
    }
  }

  async #restart() {
    const { signal } = this.#stopping
    const endedAt = performance.now()
    while (!signal.aborted) {
      await wait(this.#isDiskFull ? diskFullPauseMs : pauseMs(this.#attempts), null, { signal }).catch(() => {})
      if (signal.aborted) return
      this.#attempts += 1
      try {
        this.#server = await startPostmaster({ ...this.#options, signal, listen: this })
        this.#isDiskFull = false
        this.#failures = 0
        this.#options.log.warn({ ms: Math.round(performance.now() - endedAt) }, 'postgres.restarted')
        return
      } catch (error) {
        if (!signal.aborted) this.#onStartFailure(error as Error)
      }
    }
  }

  #onStartFailure(error: Error) {
    if (isDiskFullError(error)) this.#reportDiskFull()
    else if (++this.#failures >= maxFailures) this.#giveUp(toDatabaseOpenError(error, this.#options.data))
  }

  #reportExit(exit: ServerExit) {
    if (exit.isDiskFull) this.#reportDiskFull()
    else this.#options.log.error({ reason: exit.message }, 'postgres.ended')
  }

  #giveUp(error: Error) {
    this.#stopping.abort()
    this.#options.onFailure(error)
  }

  /** Logs the full disk once, until the server runs again. */
  #reportDiskFull() {
    this.#failures = 0
    this.#attempts = 0
    if (this.#isDiskFull) return
    this.#isDiskFull = true
    this.#options.log.error({ data: this.#options.data }, 'postgres.disk_full')
  }
}

const unstableError = ({ cause }: ServerExit, { starts, log }: { starts: number; log: string }) =>
  databaseOpenError(
    `PostgreSQL was started ${starts} times in a row and ended within ${stableMs / 1000} s each time (${cause}). See ${log}.`,
  )
