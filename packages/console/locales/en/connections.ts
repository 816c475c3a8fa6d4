import { pluralize } from './plural.ts'

export const connections = {
  page: {
    title: 'Connected applications',
    about: 'You gave these applications permissions. Disconnect the ones that you no longer use.',
    none: 'No connected applications',
    noneYet: 'Applications such as bots and overlays appear here after you allow them.',
    home: 'Go to the home page',
    by: (maker: string) => `Made by ${maker}`,
    ownOverlay: 'An overlay of your studio',
    permissions: (count: number) => pluralize(count, 'permission'),
    noPermissions: 'This application has no permissions.',
    allowed: 'Allowed',
    firstUsed: 'First used',
    lastUsed: 'Last used',
    report: 'Report…',
    reportApp: (name: string) => `Report ${name}`,
    disconnect: 'Disconnect…',
    disconnectApp: (name: string) => `Disconnect ${name}`,
    confirmTitle: (name: string) => `Disconnect ${name}?`,
    consequences: {
      tokens: 'It loses access to your channel immediately.',
      sessions: (count: number) =>
        `It gets no more events of your channel.${count === 0 ? '' : ` It has ${pluralize(count, 'open session')} now.`}`,
      overlay: 'Its URL in OBS stops working. To show the overlay again, create a new URL in Studio › Overlays.',
      again: 'To use the application again, you have to allow it again.',
    },
    confirm: 'Disconnect',
  },
  scopes: { reads: 'Read', writes: 'Change', risky: 'Risky' },
}
