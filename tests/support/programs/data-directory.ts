import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempFolder, type TemporaryDirectory } from '@onair/server/infra/db/embedded/test-helpers.ts'
import { eventually } from '../eventually.ts'
import { startProgram } from './program.ts'

/**
 * A data directory with the demo data, as a start left it. It is a copy, because to create one takes a second. Copies have
 * the same keys and credentials. Tests of the first start use an empty directory.
 */
export async function createDataDirectory(): Promise<TemporaryDirectory> {
  const original = await findOriginal()
  const folder = createTempFolder()
  execFileSync('cp', ['-Rp', `${original}/.`, folder.path])
  return folder
}

/** The directory that all processes of a test run copy. A complete run creates it first, else the first test that needs it. */
export async function findOriginal(): Promise<string> {
  const { TEST_DATA_DIR: folder } = process.env
  if (folder === undefined) throw new Error('Run the tests with npm test (npm test -- <file> for one).')
  const [data, complete] = [join(folder, 'data'), join(folder, 'complete')]
  const isFirst = await mkdir(folder, { mode: 0o711 }).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    const program = startProgram(['serve', '--port', '0', '--json', '--data-dir', data])
    await program.ready()
    await program.stop()
    await writeFile(complete, '')
  } else await eventually(() => existsSync(complete), { within: 60_000 })
  return data
}
