import { resolve } from 'node:path'
import { readConfig } from '@onair/server/config/config.ts'
import { CommandError, defineCommand } from '../../command.ts'
import { dataDirOption, openData } from './open-data.ts'
import { print } from '../../print.ts'

/** Encrypts all stored secrets with another program key. It can be repeated after an interruption. */
export const rotateKey = defineCommand({
  name: 'key rotate',
  summary: 'Encrypt all stored secrets again, with ONAIR_SECRET_KEY or with a new key in the data directory',
  positionals: {},
  options: dataDirOption,
  async run(location, env) {
    const dir = location['data-dir']
    const config = readConfig({ ...env, ...(dir !== undefined && { ONAIR_DATA_DIR: dir }) })
    const hasKeyFile = config.secretKey === null
    const keyFiles = await import('@onair/server/infra/files/key-files.ts')
    if (hasKeyFile) await startRotation(config.dataDir)

    await using deps = await openData(location, env)
    const { resealAll } = await import('@onair/server/reseal-all.ts')
    const { clientSecrets, endpointSecrets, streamKeys, restreamKeys, overlayUrls, authenticators } =
      await resealAll(deps)
    const { recordCommand } = await import('../record-command.ts')
    await recordCommand('key rotate', {}, deps)
    if (hasKeyFile) await keyFiles.removePreviousKey(config.dataDir)
    const { keyId } = await import('@onair/server/shared/secrets.ts')
    print(
      `Encrypted ${clientSecrets} client secrets, ${endpointSecrets} secrets of webhook endpoints, ${streamKeys} stream keys, ${restreamKeys} keys of restream targets, ${overlayUrls} URLs of overlays and ${authenticators} authenticator secrets with the key ${keyId(deps.programKey.current).toString('hex')}.`,
    )
    if (config.secretKeyPrevious !== null) print('Remove ONAIR_SECRET_KEY_PREVIOUS, and restart every process.')
  },
})

/** A running server knows only the old key, so it must not run. */
async function startRotation(dataDir: string): Promise<void> {
  const { findClusterDirectory } = await import('@onair/server/infra/db/embedded/data-directory.ts')
  const { isDirectoryLocked } = await import('@onair/server/infra/db/embedded/directory-lock.ts')
  const clusterDirectory = await findClusterDirectory(dataDir)
  if (clusterDirectory === null) throw new CommandError(`There is no data in ${resolve(dataDir)}.`)
  if (isDirectoryLocked(clusterDirectory))
    throw new CommandError('The server is running. Stop it, rotate the key, and start it again.')
  const { storeNewKey } = await import('@onair/server/infra/files/key-files.ts')
  const { systemRandom } = await import('@onair/server/infra/random.ts')
  await storeNewKey(dataDir, systemRandom)
}
