import type { Deps } from '../../infra/deps.ts'
import type { ResealDeps } from '../../shared/reseal.ts'
import { seal } from '../../shared/secrets.ts'
import { dataKeySeal } from './claim-installation.ts'
import { updateSealedDataKey } from './installation-store.ts'

/** Seals the data key with the current program key. From then on the data opens without the previous one. */
export async function resealDataKey({
  dataKey,
  db,
  programKey,
  random,
}: ResealDeps & Pick<Deps, 'dataKey'>): Promise<void> {
  const sealed = seal(dataKey.toString('base64'), dataKeySeal, programKey, random)
  await db.transaction((tx) => updateSealedDataKey(tx, sealed))
}
