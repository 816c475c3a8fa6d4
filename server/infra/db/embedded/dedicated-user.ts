import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { User } from './permissions.ts'

/** If this user exists, new databases of a program that was started as root belong to it. */
export const dedicatedUserName = 'onair'

/** The user that owns the files of many programs without a user of their own. */
export const nobody: User = { uid: 65534, gid: 65534 }

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
export function rootWarning({ uid }: User, name = dedicatedUserName): string {
  const owner =
    uid === nobody.uid
      ? `the user nobody (${uid}), which other programs may use. Create a user ${name} for new databases, or`
      : `the user ${uid}, and PostgreSQL runs as that user. To run Onair without the rights of root,`
  return `Onair runs as root. The database belongs to ${owner} start Onair as another user: docs/operate/hardening.md.`
}
