import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of so many bytes, until it is disposed. */
export type SmallDisk = Disposable & { path: string }

/** Null where this user may not mount one. */
function mountDisk(bytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'onair-disk-'))
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=777`, 'tmpfs', path], { stdio: 'ignore' })
  const unmount = () => {
    if (mount.status === 0) spawnSync('umount', ['--lazy', path], { stdio: 'ignore' })
    rmdirSync(path)
  }
  if (mount.status === 0) return { path, [Symbol.dispose]: unmount }
  unmount()
  return null
}

/** Why tests cannot have a small disk on this machine; false if they can. */
export const smallDiskUnavailable = isUnavailable() && 'this user may not mount a file system'

function isUnavailable(): boolean {
  using disk = mountDisk(65_536)
  return disk === null
}

export function openSmallDisk(bytes: number): SmallDisk {
  const disk = mountDisk(bytes)
  if (disk === null) throw new Error('mount failed')
  return disk
}
