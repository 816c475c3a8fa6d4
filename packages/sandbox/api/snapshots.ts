import type { sandboxApi } from '@onair/contract'
import type { Handlers } from '@onair/server/api/handler.ts'
import { requireWorlds } from './worlds.ts'

export const snapshots: Handlers<typeof sandboxApi.snapshots> = {
  async saveSnapshot({ body: { snapshotName } }, deps) {
    return requireWorlds(deps).saveSnapshot(snapshotName)
  },

  async listSnapshots(_call, deps) {
    return { data: await requireWorlds(deps).listSnapshots() }
  },

  async restoreSnapshot({ pathParams: { snapshotName } }, deps) {
    await requireWorlds(deps).restoreSnapshot(snapshotName)
    return null
  },

  async deleteSnapshot({ pathParams: { snapshotName } }, deps) {
    await requireWorlds(deps).dropSnapshot(snapshotName)
    return null
  },

  async exportSnapshot({ pathParams: { snapshotName } }, deps) {
    return { file: (await requireWorlds(deps).exportSnapshot(snapshotName)).toString('base64') }
  },

  async importSnapshot({ pathParams: { snapshotName }, body: { file } }, deps) {
    return requireWorlds(deps).importSnapshot(snapshotName, Buffer.from(file, 'base64'))
  },
}
