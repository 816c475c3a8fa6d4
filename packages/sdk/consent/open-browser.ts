import { spawn } from 'node:child_process'

/** Opens a page where this machine has a browser with a screen. It reports nothing: the address is also shown as text. */
export function openBrowser(url: string): void {
  const [command, ...args] = browserCommand(process.platform, process.env)
  if (command === undefined) return
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}

/** The command of the system that opens an address; empty where there is none. */
export function browserCommand(platform: string, env: Record<string, string | undefined>): string[] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  // Without a screen, xdg-open starts a browser in the terminal.
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : []
}
