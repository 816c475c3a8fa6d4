import type { Config } from '../../config/config.ts'

type Mode = Config['mode']

/** The message for a server that opens data of another mode; null if the modes match. */
export function modeMismatch(dataMode: Mode, mode: Mode): string | null {
  if (dataMode === mode) return null
  return mode === 'production'
    ? 'This data is of a sandbox, which has accounts with known passwords and a clock that was moved: start ONAIR_MODE=production with another ONAIR_DATA_DIR or an empty ONAIR_DATABASE_URL.'
    : 'This data is of production, and a sandbox adds accounts with known passwords and moves the clock: set ONAIR_MODE=production, or start the sandbox with another ONAIR_DATA_DIR or an empty ONAIR_DATABASE_URL.'
}
