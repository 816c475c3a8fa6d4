import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The user that PostgreSQL runs as. */
export type User = { uid: number; gid: number }

/** The user of many programs that have none of their own. */
const sharedUser: User = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root. If this process is root, PostgreSQL runs as the owner of the cluster; a new cluster
 * belongs to user 65534. Null: as the user of this process.
 */
export async function serverUser(data: string): Promise<User | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(data).catch(() => sharedUser)
  return owner.uid === 0 ? sharedUser : { uid: owner.uid, gid: owner.gid }
}

/** The warning after a start as root. */
export const rootWarning = ({ uid }: User) =>
  `Onair runs as root, and PostgreSQL as user ${uid}. Start Onair as a user of its own: docs/operate/hardening.md.`

/** Whether an expression of the command `test`, such as `-x file`, is true for a user. */
export const isTrueFor = (user: User, ...expression: string[]): Promise<boolean> =>
  promisify(execFile)('test', expression, user).then(
    () => true,
    () => false,
  )
