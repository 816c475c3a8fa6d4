/** CPU time of each task of the main thread of a trace in milliseconds. The wall time depends on the load of the machine. */
export function readTaskCpuTimes(trace: Buffer): number[] {
  type Event = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Event[] }
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const rendererThreads = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`))
  return traceEvents.flatMap(({ name, pid, tid, tdur }) =>
    name === 'RunTask' && tdur !== undefined && rendererThreads.has(`${pid} ${tid}`) ? tdur / 1_000 : [],
  )
}
