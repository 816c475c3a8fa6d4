import type { sandboxApi } from '@onair/contract'
import type { Deps } from '@onair/server/infra/deps.ts'
import type { Worlds } from '../worlds.ts'
import { Refusal } from '@onair/server/shared/refusal.ts'
import type { Handlers } from '@onair/server/api/handler.ts'

export const worlds: Handlers<typeof sandboxApi.worlds> = {
  async createWorld({ body }, deps) {
    return requireWorlds(deps).fork(body)
  },

  async listWorlds(_call, deps) {
    return { data: requireWorlds(deps).list() }
  },

  async dropWorld({ pathParams: { worldId } }, deps) {
    await requireWorlds(deps).drop(worldId)
    return null
  },
}

export function requireWorlds({ worlds }: Pick<Deps, 'worlds'>): Worlds {
  if (worlds === null) throw new Refusal('notFound', 'CANNOT_BE_COPIED')
  return worlds
}
