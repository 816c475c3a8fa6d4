import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cannotOpen, codeOf } from './cannot-open.ts'
import { isReachable, type User } from './reachable.ts'

const outside = '/var/lib/onair/clusters'
const signpostIn = (dir: string) => join(dir, 'postgres-is-elsewhere.txt')

/** The folder that holds the cluster: `dir` itself, or one outside if the server's user cannot come to `dir`. */
export async function clusterPlace(dir: string, user: User | null, say: (text: string) => void): Promise<string> {
  const known = await readSignpost(dir)
  if (known !== null) {
    if (existsSync(known)) return known
    throw cannotOpen(`The database of ${dir} was kept in ${known}, which is gone (${signpostIn(dir)} names it)`)
  }
  if (user === null || existsSync(join(dir, 'postgres'))) return dir
  if (await isReachable(dirname(dir), user)) {
    const { uid, mode } = await stat(dir)
    if (uid === process.getuid?.()) await chmod(dir, (mode & 0o7777) | 0o001)
  }
  if (await isReachable(dir, user)) return dir

  const place = join(outside, createHash('sha256').update(dir).digest('hex').slice(0, 16))
  await mkdir(place, { recursive: true, mode: 0o711 })
  if (!(await isReachable(place, user)))
    throw cannotOpen(`The user that PostgreSQL runs as can reach neither ${dir} nor ${place}`)
  await writeFile(signpostIn(dir), `${place}\n`, { flush: true })
  say(`PostgreSQL does not run as root, and its user cannot reach ${dir}: the database is kept in ${place}`)
  return place
}

/** Where the cluster of a folder is, for one who only looks; null if there is none. */
export async function findClusterPlace(dir: string): Promise<string | null> {
  const place = (await readSignpost(dir)) ?? dir
  return existsSync(join(place, 'postgres')) ? realpath(place) : null
}

async function readSignpost(dir: string) {
  try {
    return (await readFile(signpostIn(dir), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
