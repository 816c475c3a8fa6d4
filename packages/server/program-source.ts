import type { ConnectionConfig } from './infra/db/pool.ts'
import type { Deps, ProgramKey } from './infra/deps.ts'

/** A running program as the source of copies. */
export type ProgramSource = {
  readonly deps: Deps
  readonly database: Database
  /**
   * Stops the roles, replaces the data, and starts them on it, on the same listener. They start on the earlier data where
   * `replace` throws.
   */
  replaceData(replace: () => Promise<{ database: Database; copiedFrom: CopySource }>): Promise<void>
}

/** The source of copied data. `isOwn`: a program of this process, whose extension has prepared the data. */
export type CopySource = { baseUrl: string; isOwn: boolean }

/** An open database and the keys of its installation. */
export type Database = {
  connection: ConnectionConfig
  installationKey: Buffer
  programKey: ProgramKey
  /** Set for a copy that only this process uses: its schema is current, and no command opens it. */
  copy?: { name: string; dataKey: Buffer }
}
