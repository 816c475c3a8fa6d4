import type { Selectable } from 'kysely'
import { authenticatorSeal } from './features/accounts/second-factor/authenticator-secret.ts'
import { clientSecretSeal } from './features/apps/secrets/client-secret-seal.ts'
import { dataKeySeal } from './features/installation/claim-installation.ts'
import { updateSealedDataKey } from './features/installation/installation-store.ts'
import { streamKeySeal } from './features/lives/stream-key.ts'
import { overlayTokenSeal } from './features/overlays/overlays.ts'
import { restreamKeySeal } from './features/video/restream/restream-targets.ts'
import { endpointSeal } from './features/webhooks/endpoint-secrets.ts'
import type { Tables } from './infra/db/tables.ts'
import type { Deps } from './infra/deps.ts'
import { lockRowsOfOtherKeys, updateSealed, type SealedColumn, type SealedRow } from './shared/reseal-store.ts'
import { keyId, seal, unseal, type SealFor } from './shared/secrets.ts'

const batchSize = 500

type Sealed = SealedColumn & { sealFor: (row: SealedRow) => SealFor }
type ResealDeps = Pick<Deps, 'dataKey' | 'programKey' | 'random'> & { db: Pick<Deps['db'], 'transaction'> }

/** The values that the program key seals. */
const sealedValues = {
  clientSecrets: of('app_secret', ['hash', 'client_id'], (row) => clientSecretSeal(row.client_id)),
  endpointSecrets: of('webhook_secret', ['position', 'endpoint_id'], (row) => endpointSeal(row.endpoint_id)),
  streamKeys: of('stream_key', ['channel_id'], (row) => streamKeySeal(row.channel_id)),
  encoderCuts: of('encoder_cut', ['id', 'channel_id'], (row) => streamKeySeal(row.channel_id)),
  restreamKeys: of('restream_target', ['id'], (row) => restreamKeySeal(row.id)),
  overlayUrls: {
    ...of('channel_overlay', ['channel_id', 'kind'], (row) => overlayTokenSeal(row.channel_id, row.kind)),
    column: 'token_sealed',
  },
  authenticators: of('authenticator', ['channel_id'], (row) => authenticatorSeal(row.channel_id)),
} satisfies Record<string, Sealed>

/** Seals every stored secret with the current program key. Returns how many had another key. */
export async function resealAll(deps: ResealDeps) {
  const counts = { ...sealedValues } as unknown as Record<keyof typeof sealedValues, number>
  for (const name of Object.keys(counts) as (keyof typeof sealedValues)[])
    counts[name] = await reseal(sealedValues[name], deps)
  // From then on the data opens without the previous key.
  const dataKey = seal(deps.dataKey.toString('base64'), dataKeySeal, deps.programKey, deps.random)
  await deps.db.transaction((tx) => updateSealedDataKey(tx, dataKey))
  return counts
}

/** In batches. */
async function reseal(sealed: Sealed, { db, programKey, random }: ResealDeps): Promise<number> {
  for (let count = 0; ;) {
    const resealed = await db.transaction(async (tx) => {
      const rows = await lockRowsOfOtherKeys(tx, sealed, keyId(programKey.current), batchSize)
      for (const row of rows) {
        const target = sealed.sealFor(row)
        await updateSealed(tx, sealed, row, seal(unseal(row.sealed, target, programKey), target, programKey, random))
      }
      return rows.length
    })
    count += resealed
    if (resealed < batchSize) return count
  }
}

function of<Table extends keyof Tables, Key extends string & keyof Selectable<Tables[Table]>>(
  table: Table,
  key: readonly Key[],
  sealFor: (row: Pick<Selectable<Tables[Table]>, Key>) => SealFor,
): Sealed {
  return { table, column: 'sealed', key, sealFor: sealFor as unknown as Sealed['sealFor'] }
}
