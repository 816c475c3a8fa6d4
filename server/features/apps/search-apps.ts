import { limits, type ContentOf, type QueryOf, type sandboxApi } from '@onair/contract'
import { invalidField } from '../../shared/refusal.ts'
import type { Deps } from '../../infra/deps.ts'
import { findApps, type AppCursor } from './app-search-store.ts'

/** A page of the applications of a sandbox, newest first, or of those whose name contains a text. */
export async function searchApps(
  { name = '', size = limits.sandboxListSize, next }: QueryOf<typeof sandboxApi.apps.listApps>,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof sandboxApi.apps.listApps>> {
  const after = next === undefined ? null : decodeCursor(next)
  const found = await findApps(db.read, name, { after, limit: size + 1 })
  const page = found.slice(0, size)
  const last = found.length > size ? page.at(-1) : undefined
  return {
    data: page.map((app) => ({ clientId: app.clientId, name: app.name, ownerChannelName: app.ownerChannelName })),
    page: { next: last === undefined ? null : encodeCursor(last) },
  }
}

function encodeCursor({ createdAt, clientId }: AppCursor): string {
  return Buffer.from(`${createdAt} ${clientId}`).toString('base64url')
}

function decodeCursor(next: string): AppCursor {
  const [, createdAt, clientId] = /^(\d{1,15}) ([\w-]{1,100})$/.exec(Buffer.from(next, 'base64url').toString()) ?? []
  if (createdAt === undefined || clientId === undefined) throw invalidField('next', 'INVALID_CURSOR')
  return { createdAt: Number(createdAt), clientId }
}
