import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

const systemHostsFile = process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts'

/** The addresses of a host in the hosts file of this machine. `host` must be in lower case. */
export function addressesInHostsFile(host: string, file = systemHostsFile): string[] {
  return readIfReadable(file)
    .split('\n')
    .flatMap((line) => {
      const [address = '', ...names] = line.replace(/#.*/s, '').trim().toLowerCase().split(/\s+/)
      return isIP(address) !== 0 && names.includes(host) ? [address] : []
    })
}

function readIfReadable(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
