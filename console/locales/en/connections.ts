import { pluralize } from './plural.ts'

export const connections = {
  page: {
    title: 'Connected applications',
    about: 'Applications that you gave permissions to. Disconnect the ones you no longer use.',
    none: 'No connected applications',
    noneYet: 'Applications such as bots and overlays appear here after you allow them.',
    home: 'Go to the home page',
    by: (maker: string) => `Made by ${maker}`,
    permissions: 'Permissions',
    noPermissions: 'This application has no permissions at the moment.',
    allowed: 'Allowed',
    firstUsed: 'First used',
    lastUsed: 'Last used',
    disconnect: 'Disconnect …',
    disconnectApp: (name: string) => `Disconnect ${name}`,
    confirmTitle: (name: string) => `Disconnect ${name}?`,
    consequences: {
      tokens: 'All its tokens for your account are revoked immediately.',
      sessions: (count: number) =>
        `${count === 0 ? 'Any open sockets' : `Its ${pluralize(count, 'open socket')}`} will receive a “revoked” message and no more events from your channel.`,
      again: 'To use it again, you must allow it again.',
    },
    confirm: 'Disconnect',
  },
  scopes: { reads: 'See', writes: 'Change', risky: 'Risky' },
}
