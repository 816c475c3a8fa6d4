import { spawn, spawnSync } from 'node:child_process'
import { buffer } from 'node:stream/consumers'

// The loopback interface is up, with the addresses of the documentation (RFC 5737, RFC 3849), so that clients come from many
// networks. `HOSTS_FILE` is the hosts file, and every user may listen on port 443.
const setUp = `
  ip link set lo up &&
  ip route add local 198.51.100.0/24 dev lo &&
  ip -6 route add local 2001:db8::/32 dev lo &&
  echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind &&
  mount --bind "$HOSTS_FILE" /etc/hosts &&
  echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start &&
  exec "$@"`
const shell = ['sh', '-c', setUp, 'sh']
const asUser = ['unshare', '--user', '--map-user=65534', '--map-group=65534']

/** Commands for root, and for other users, who are root in a user namespace, where PostgreSQL refuses to run. */
const commands = [
  ['unshare', '--mount', '--net', ...shell],
  ['unshare', '--user', '--map-root-user', '--mount', '--net', ...shell, ...asUser],
]
const command = commands.find(([program = '', ...args]) => {
  const env = { ...process.env, HOSTS_FILE: '/etc/hosts' }
  return spawnSync(program, [...args, 'true'], { env, stdio: 'ignore', timeout: 10_000 }).status === 0
})

/** Why tests cannot use a network namespace on this machine; false if they can. */
export const namespaceUnavailable = command === undefined && 'unshare cannot create a network namespace here'

/** Runs a program that reaches only itself and its children, with another hosts file and no other settings than `env`. */
export async function runInNamespace(
  args: readonly string[],
  { hostsFile = '/etc/hosts', env, timeout }: { hostsFile?: string; env: Record<string, string>; timeout: number },
) {
  const [program = '', ...namespaceArgs] = command ?? []
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(program, [...namespaceArgs, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env, HOSTS_FILE: hostsFile },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
  })
  const code = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr)])
  return { code: await code, stdout: String(stdout), stderr: String(stderr) }
}
