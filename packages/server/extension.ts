import type { ApiExtension } from './api/extension.ts'
import type { Hooks } from './hooks.ts'
import type { Deps } from './infra/deps.ts'
import type { CopySource, ProgramSource } from './program-source.ts'
import type { Platform } from './services.ts'

/** An addition to the platform, which knows nothing of it. The program of a sandbox has one, that of a site has none. */
export type Extension = AsyncDisposable & {
  readonly hooks: Hooks
  /** Inserts its data before the roles start. `copiedFrom`: where the data of a copy comes from. */
  prepare(platform: Platform, copiedFrom: CopySource | undefined): Promise<void>
  /** Called in processes with the role `api`. */
  extendApi(platform: Platform): ApiExtension
}

/** Opens an extension before the platform. `source`: the program whose data can be copied and replaced, if there is one. */
export type OpenExtension = (deps: Omit<Deps, 'hooks'>, source: ProgramSource | null) => Promise<Extension>
