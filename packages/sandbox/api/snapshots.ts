import type { sandboxApi } from '@onair/contract'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'
import { requireWorlds } from './worlds.ts'

import type { Worlds } from '../worlds.ts'

export function createSnapshotHandlers(worlds: Worlds | null): Handlers<typeof sandboxApi.snapshots> {
  return {
    async saveSnapshot({ body: { snapshotName } }) {
      return requireWorlds(worlds).saveSnapshot(snapshotName)
    },

    async listSnapshots() {
      return { data: await requireWorlds(worlds).listSnapshots() }
    },

    async restoreSnapshot({ pathParams: { snapshotName } }) {
      await requireWorlds(worlds).restoreSnapshot(snapshotName)
      return null
    },

    async deleteSnapshot({ pathParams: { snapshotName } }) {
      await requireWorlds(worlds).deleteSnapshot(snapshotName)
      return null
    },

    async exportSnapshot({ pathParams: { snapshotName } }) {
      return { file: (await requireWorlds(worlds).exportSnapshot(snapshotName)).toString('base64') }
    },

    async importSnapshot({ pathParams: { snapshotName }, body: { file } }) {
      return requireWorlds(worlds).importSnapshot(snapshotName, Buffer.from(file, 'base64'))
    },
  }
}
