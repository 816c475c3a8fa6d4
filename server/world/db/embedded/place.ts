import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { cannotOpen, codeOf } from './cannot-open.ts'
import { isReachable, makeFolder, type User } from './reachable.ts'
import { writeWhole } from './write-whole.ts'

const outside = '/var/lib/onair/clusters'
const signpostIn = (dir: string) => join(dir, 'postgres-is-elsewhere.txt')

/** The folder that holds the cluster: `dir` itself, or one outside if the server's user cannot come to `dir`. */
export async function clusterPlace(dir: string, user: User | null, say: (text: string) => void): Promise<string> {
  const known = await readSignpost(dir)
  if (known !== null) {
    if (existsSync(known)) return known
    throw cannotOpen(`The database of ${dir} was kept in ${known}, which is gone (${signpostIn(dir)} names it)`)
  }
  if (user === null) return dir
  await letIn(dir, user)
  if (await isReachable(dir, user)) return dir
  if (existsSync(join(dir, 'postgres')))
    throw cannotOpen(`The database is in ${dir}, which user ${user.uid}, whom PostgreSQL runs as, cannot reach`)

  await makeFolder(outside)
  const place = await mkdtemp(join(outside, `${basename(dir)}-`))
  await chmod(place, 0o711)
  if (!(await isReachable(place, user)))
    throw cannotOpen(`User ${user.uid}, whom PostgreSQL runs as, can reach neither ${dir} nor ${place}`)
  await writeFile(join(place, 'belongs-to.txt'), `${dir}\n`)
  await writeWhole(signpostIn(dir), `${place}\n`)
  say(`PostgreSQL does not run as root, and its user cannot reach ${dir}: the database is kept in ${place}`)
  return place
}

/** Where the cluster of a folder is, for one who only looks; null if there is none. */
export async function findClusterPlace(dir: string): Promise<string | null> {
  const place = (await readSignpost(dir)) ?? dir
  return existsSync(join(place, 'postgres')) ? realpath(place) : null
}

/** Opens a folder of ours for passing through, if that is all that is missing; nothing above it is touched. */
async function letIn(dir: string, user: User) {
  const { uid, mode } = await stat(dir)
  if (uid === process.getuid?.() && (await isReachable(dirname(dir), user))) await chmod(dir, (mode & 0o7777) | 0o001)
}

async function readSignpost(dir: string) {
  try {
    return (await readFile(signpostIn(dir), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
