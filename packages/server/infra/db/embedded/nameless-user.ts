import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'

/** A message of initdb and of the single-user mode of PostgreSQL, whose user has no line in passwd. */
export const namelessUser = /could not look up effective user ID/

/**
 * Copies the two programs that create a cluster, for a user without a name, as containers have. They look their name up
 * and make no use of it, because the owner of the cluster is given. The copies call getpwent instead of getpwuid: it
 * returns the first user that there is. The server itself needs no name. Null where the programs are not those of Linux.
 */
export async function copyForNamelessUser(
  { postgres, initdb, major }: Binaries,
  dir: string,
): Promise<Binaries | null> {
  const bin = join(dir, 'bin')
  await mkdir(bin)
  await chmod(bin, 0o711)
  // They find these beside the folder of their own.
  for (const name of ['lib', 'share']) await symlink(join(dirname(dirname(postgres)), name), join(dir, name))
  for (const [name, program] of Object.entries({ postgres, initdb })) {
    const content = await readFile(program)
    const at = content.indexOf('\0getpwuid\0')
    if (at === -1) return null
    content.write('getpwent', at + 1, 'latin1')
    await writeFile(join(bin, name), content)
    await chmod(join(bin, name), 0o755)
  }
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), major }
}
