import type { Sample } from './growth.ts'

/** Reads what a soak compares from the text of /metrics. */
export function readMetrics(text: string): Omit<Sample, 'tables' | 'heapBytes'> {
  return {
    residentBytes: sum(text, 'process_resident_memory_bytes'),
    descriptors: sum(text, 'process_open_fds'),
    connections: sum(text, 'onair_gateway_connections') + sum(text, 'onair_database_connections'),
    queued: sum(text, 'onair_queue_rows') + sum(text, 'onair_database_waiting'),
  }
}

/** The sum over all labels. */
function sum(text: string, name: string): number {
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].map(([, value]) => Number(value))
  return values.reduce((total, value) => total + value, 0)
}
