import type { sandboxApi } from '@onair/contract'
import { getSink, removeSink, setSink } from '../sinks/sinks.ts'
import type { Handlers } from '@onair/server/api/pipeline/handler.ts'

export const sinks: Handlers<typeof sandboxApi.sinks> = {
  async setSink({ pathParams: { sinkName }, body }, deps) {
    await setSink(sinkName, body, deps)
    return null
  },

  async getSink({ pathParams: { sinkName }, query: { after = 0 } }, deps) {
    return getSink(sinkName, after, deps)
  },

  async deleteSink({ pathParams: { sinkName } }, deps) {
    await removeSink(sinkName, deps)
    return null
  },
}
