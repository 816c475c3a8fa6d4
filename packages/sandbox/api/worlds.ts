import type { sandboxApi } from '@onair/contract'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'
import { Refusal } from '@onair/server/shared/refusal.ts'
import type { Worlds } from '../worlds.ts'

export function createWorldHandlers(worlds: Worlds | null): Handlers<typeof sandboxApi.worlds> {
  return {
    async createWorld({ body }) {
      return requireWorlds(worlds).fork(body)
    },

    async listWorlds() {
      return { data: requireWorlds(worlds).list() }
    },

    async deleteWorld({ pathParams: { worldId } }) {
      await requireWorlds(worlds).delete(worldId)
      return null
    },
  }
}

export function requireWorlds(worlds: Worlds | null): Worlds {
  if (worlds === null) throw new Refusal('notFound', 'CANNOT_BE_COPIED')
  return worlds
}
