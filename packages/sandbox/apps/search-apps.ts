import { limits, type ContentOf, type QueryOf, type sandboxApi } from '@onair/contract'
import { cutPage, decodeCursor } from '@onair/server/shared/list-cursor.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { findApps, type AppCursor } from './app-search-store.ts'

/** A page of the applications of a sandbox, newest first, or of those whose name contains a text. */
export async function searchApps(
  { name = '', size = limits.sandboxListSize, next }: QueryOf<typeof sandboxApi.apps.listApps>,
  { db }: Pick<Deps, 'db'>,
): Promise<ContentOf<typeof sandboxApi.apps.listApps>> {
  const after = next === undefined ? null : parseCursor(next)
  const found = await findApps(db.read, name, { after, limit: size + 1 })
  const { page, next: following } = cutPage(found, size, ({ createdAt, clientId }) => [createdAt, clientId])
  return {
    data: page.map((app) => ({ clientId: app.clientId, name: app.name, ownerChannelName: app.ownerChannelName })),
    page: { next: following },
  }
}

function parseCursor(next: string): AppCursor {
  const [createdAt, clientId = ''] = decodeCursor(next, /^(\d{1,15}) ([\w-]{1,100})$/)
  return { createdAt: Number(createdAt), clientId }
}
