import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Reads `--name=number` from the command line. */
export function readNumberOption(name: string, defaultValue: number): number {
  const option = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return option === undefined ? defaultValue : Number(option.slice(name.length + 3))
}

/** Ends the benchmark if the limit of open files of a process is too low. */
export function requireOpenFiles(needed: number) {
  const openFiles = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }))
  if (openFiles >= needed) return
  console.error(
    `This benchmark needs ${needed} open files per process, and the limit is ${openFiles}: raise \`ulimit -n\`.`,
  )
  process.exit(1)
}

/** User and system time of a process in microseconds. The kernel counts in ticks of 10 ms. */
export function readCpuMicros(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Starts to count the CPU time of a process and of all that it has started. The result returns it in microseconds. */
export function countTreeCpu(pid: number): () => number {
  const read = () => new Map(readTree(pid, readCpuMicros))
  const before = read()
  // A process that has ended meanwhile, such as a connection of PostgreSQL, is left out.
  return () => [...read()].reduce((sum, [each, micros]) => sum + micros - (before.get(each) ?? 0), 0)
}

/** The resident memory of a process in bytes. */
export function readResidentBytes(pid: number | undefined): number {
  return readMemory(`/proc/${pid}/status`, 'VmRSS')
}

/** The memory of a process and of all that it has started, in bytes. What they share counts once. */
export function readTreeMemoryBytes(pid: number): number {
  const sizes = readTree(pid, (each) => readMemory(`/proc/${each}/smaps_rollup`, 'Pss'))
  return sizes.reduce((sum, [, bytes]) => sum + bytes, 0)
}

function readMemory(path: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(path, 'utf8'))?.[1] ?? 0) * 1_024
}

/** Reads a value of a process and of each that it has started, without those that have ended meanwhile. */
function readTree(root: number, read: (pid: number) => number): [pid: number, value: number][] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const parents = new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]))
  const belongs = (pid: number): boolean => pid === root || (pid > 1 && belongs(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(belongs).flatMap((pid): [number, number][] => {
    try {
      return [[pid, read(pid)]]
    } catch (error) {
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      return []
    }
  })
}
