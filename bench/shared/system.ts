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
