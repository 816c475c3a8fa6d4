import { sandboxApi } from '@onair/contract'
import { api } from './api.ts'

/** Makes a receiver of the sandbox for the notifications of an application, and returns its URL. */
export async function openSink(clientId: string, baseUrl: string): Promise<string> {
  const sinkName = `live-${clientId}`
  await api(sandboxApi.sinks.setSink, { pathParams: { sinkName }, body: {} })
  return `${baseUrl}/sandbox/v1/sinks/${sinkName}`
}
