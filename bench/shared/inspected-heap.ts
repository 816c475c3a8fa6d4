import { once } from 'node:events'
import { WebSocket } from 'ws'

/**
 * The heap of a process that was started with `--inspect=127.0.0.1:<port>`: collects all garbage, and returns the bytes
 * that are still reachable, buffers included.
 */
export async function readReachableBytes(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[]
  if (target === undefined) throw new Error('The process has no inspector.')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  try {
    await once(socket, 'open')
    const call = async <Result>(method: string): Promise<Result> => {
      const answered = once(socket, 'message', { signal: AbortSignal.timeout(30_000) })
      socket.send(JSON.stringify({ id: 1, method }))
      const [message] = await answered
      const { result, error } = JSON.parse(String(message))
      if (error !== undefined) throw new Error(`${method}: ${error.message}`)
      return result
    }
    // The first collection runs finalizers, which release what the second one collects.
    await call('HeapProfiler.collectGarbage')
    await call('HeapProfiler.collectGarbage')
    const usage = await call<{ usedSize: number; backingStorageSize: number }>('Runtime.getHeapUsage')
    return usage.usedSize + usage.backingStorageSize
  } finally {
    socket.close()
  }
}
