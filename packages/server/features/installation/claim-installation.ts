import type { Config } from '../../config/config.ts'
import { databaseOpenError } from '../../infra/db/embedded/errors.ts'
import type { Deps } from '../../infra/deps.ts'
import { seal, unseal } from '../../shared/secrets.ts'
import { claimInstallation, loadInstallation } from './installation-store.ts'
import { modeMismatch } from './mode-rules.ts'

type InstallationDeps = Pick<Deps, 'db' | 'programKey' | 'random'>
type Mode = Config['mode']

/** The purpose and the context with which the data key is sealed. */
export const dataKeySeal = { purpose: 'data key', context: '' }

/**
 * Opens the data for a server. The first start decides the mode of the data. Throws if this one has another mode or key.
 * Decision 11.
 */
export async function openInstallation(mode: Mode, deps: InstallationDeps): Promise<{ dataKey: Buffer }> {
  return deps.db.transaction(async (tx) => {
    const row = await claimInstallation(tx, { mode, sealed_data_key: sealNewDataKey(deps) })
    const refusal = row.mode === null ? null : modeMismatch(row.mode, mode)
    if (refusal !== null) throw databaseOpenError(refusal)
    return { dataKey: unsealDataKey(row.sealed_data_key, deps) }
  })
}

/** Opens the data for a command, which does not decide the mode. `mode` is null before the first start. */
export async function openOffline(deps: InstallationDeps): Promise<{ mode: Mode | null; dataKey: Buffer }> {
  const row =
    (await loadInstallation(deps.db.read)) ??
    (await deps.db.transaction((tx) => claimInstallation(tx, { mode: null, sealed_data_key: sealNewDataKey(deps) })))
  return { mode: row.mode, dataKey: unsealDataKey(row.sealed_data_key, deps) }
}

function sealNewDataKey({ programKey, random }: InstallationDeps): Buffer {
  return seal(random.bytes(32).toString('base64'), dataKeySeal, programKey, random)
}

/** The data key. Throws if the program key is not the one that it was sealed with. */
export function unsealDataKey(sealed: Buffer, { programKey }: Pick<Deps, 'programKey'>): Buffer {
  try {
    return Buffer.from(unseal(sealed, dataKeySeal, programKey), 'base64')
  } catch (error) {
    throw databaseOpenError(
      'The secrets in this database were sealed with another key: start with that ONAIR_SECRET_KEY, or with that file secret-key in ONAIR_DATA_DIR; after a change of the key, set ONAIR_SECRET_KEY_PREVIOUS to the earlier one.',
      error,
    )
  }
}
