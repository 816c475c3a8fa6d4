import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The user that PostgreSQL runs as. */
export type User = { uid: number; gid: number }

/** If this user exists, new databases of a program that was started as root belong to it. */
const dedicatedUserName = 'onair'
/** The user of many programs that have none of their own. */
const sharedUser: User = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root. If this process is root, PostgreSQL runs as the owner of the cluster; for a new
 * cluster as the dedicated user if it exists, otherwise as user 65534. Null: as the user of this process.
 */
export async function serverUser(data?: string, dedicatedUser = dedicatedUserName): Promise<User | null> {
  if (process.getuid?.() !== 0) return null
  const owner = data !== undefined && existsSync(data) ? await stat(data) : null
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await findUser(dedicatedUser)) ?? sharedUser
}

/** Looks a user up where the system does, which may be a directory service. Null: there is no such user. */
export async function findUser(name: string): Promise<User | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((option) => promisify(execFile)('id', [option, name])))
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
  } catch {
    return null
  }
}

/** What the operator reads after a start as root. */
export function rootWarning({ uid }: User): string {
  const owner =
    uid === sharedUser.uid
      ? `user ${uid}, which other programs may use. Create a user ${dedicatedUserName} for new databases, or`
      : `user ${uid}, and PostgreSQL runs as that user. To run Onair without the rights of root,`
  return `Onair runs as root. The database belongs to ${owner} start Onair as another user: docs/operate/hardening.md.`
}
