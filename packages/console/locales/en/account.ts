import { limits } from '@onair/contract'
import { pluralize } from './plural.ts'

export const account = {
  page: {
    title: 'Your account',
    email: 'Email address',
    channelName: 'Channel name',
    channelNameHint: `1 to ${limits.channelNameLength} characters.`,
    rename: 'Rename the channel',
    renameHint: 'Messages and events sent before keep the old name. You can rename the channel five times an hour.',
    channelId: 'Channel ID',
    created: 'Created',
    identity: 'Identity',
    verified: 'Verified',
    notVerified: 'Not verified',
    whyVerify: 'Some channels accept chat only from verified users.',
    verify: 'Verify your identity',
    cannotVerify: 'This site has no identity verification.',
  },
  password: {
    title: 'Change password',
    about: 'Changing the password signs you out of all other browsers. You stay signed in here.',
    current: 'Current password',
    new: 'New password',
    newHint: 'At least 8 characters. Longer is safer.',
    endConnections: 'Also end the access of connected applications and overlays',
    endConnectionsHint: 'If someone else may know the password. Overlays in your streaming program then need new URLs.',
    change: 'Change password',
    changed: (sessions: number, connections: number) =>
      [
        'The password is changed.',
        ...(sessions === 0 ? [] : [`Ended: ${pluralize(sessions, 'other session')}.`]),
        ...(connections === 0 ? [] : [`Access ended: ${pluralize(connections, 'application')}.`]),
      ].join(' '),
  },
  changeEmail: {
    title: 'Change email address',
    about:
      'You sign in with the new address from now on. You stay signed in, and connected applications keep their access.',
    new: 'New email address',
    password: 'Password',
    change: 'Change email address',
    changed: (email: string) => `Changed. You sign in with ${email} now.`,
  },
  verification: {
    verified: 'This address is verified.',
    notVerified: 'Not verified yet. Open the link in the mail that we sent you.',
    send: 'Send the mail again',
    sent: 'The mail is on its way. Check your inbox.',
    notSent: 'No further mail is sent today. Look for an earlier one, or try again tomorrow.',
  },
  twoStep: {
    title: 'Two-step verification',
    about:
      'Signing in with the password then also needs a code that an app on your phone shows. A stolen password alone is not enough.',
    on: 'On',
    since: 'Turned on',
    turnOn: 'Set up two-step verification',
    scan: 'Scan this QR code with an authenticator app, such as Google Authenticator, 1Password or Aegis.',
    qrCode: 'QR code for the authenticator app',
    typeSecret: 'If you cannot scan it, type this key into the app:',
    secret: 'key',
    enterCode: 'The 6 digits that the app shows now.',
    turnOnConfirm: 'Turn on',
    codesTitle: 'Save your recovery codes',
    codesAbout:
      'Each code signs you in once when you have no access to the app. Keep them in a safe place: they are not shown again.',
    codesSaved: 'I have saved them',
    codesDownload: 'Download',
    codesLeft: (count: number) => (count === 1 ? '1 recovery code left' : `${count} recovery codes left`),
    renew: 'New recovery codes…',
    renewTitle: 'Get new recovery codes?',
    renewAbout: 'The earlier codes no longer work.',
    renewConfirm: 'Get new codes',
    turnOff: 'Turn off…',
    turnOffTitle: 'Turn off two-step verification?',
    turnOffAbout: 'The password alone then signs in, and your recovery codes end. Passkeys stay.',
    turnOffConfirm: 'Turn off',
    password: 'Password',
  },
  passkeys: {
    title: 'Passkeys',
    about:
      'A passkey signs you in without the password: you unlock it with your fingerprint, your face or the PIN of your device. It needs no code.',
    added: 'Added',
    lastUsed: 'Last used',
    neverUsed: 'not used yet',
    name: 'Name of the new passkey',
    nameHint: 'Helps you to tell your passkeys apart.',
    add: 'Add a passkey',
    remove: 'Remove…',
    removeOne: (name: string) => `Remove: ${name}`,
    removeTitle: (name: string) => `Remove the passkey “${name}”?`,
    removeAbout: 'It no longer signs in. Delete it in the settings of your device too.',
    removeConfirm: 'Remove',
    exists: 'This device has a passkey for your account already.',
    notCreated: 'No passkey was created. Try again.',
    notHere: (host: string) =>
      `Browsers keep no passkeys for the address ${host}. They need a host name with HTTPS, or localhost.`,
    oldBrowser: 'This browser is too old for passkeys. Update it, or use another one.',
  },
  sessions: {
    title: 'Signed-in browsers',
    about:
      'A session ends after 14 days without use, and at the latest after 30 days. If you do not recognize one, end it and change your password.',
    current: 'This browser',
    lastUsed: 'Last used',
    signedIn: 'Signed in',
    network: 'Network',
    unknownDevice: 'Unknown browser',
    device: (browser: string, system: string) => `${browser} on ${system}`,
    end: 'End session',
    endOne: (device: string) => `End session: ${device}`,
    everywhere: 'Sign out everywhere…',
    confirmTitle: 'Sign out everywhere?',
    confirm: 'Sign out everywhere',
    consequences: {
      all: 'All sessions end, in this browser too.',
      apps: 'Connected applications keep their access.',
    },
  },
  data: {
    title: 'Your data',
    about:
      'A JSON file with everything that is stored about you: account, channel, applications, messages, donations, drops and more. It contains no secrets.',
    download: 'Download your data',
    progress: (entries: string) => `${entries} entries so far…`,
    done: (entries: string) => `The file has ${entries} entries.`,
  },
  deletion: {
    title: 'Delete account',
    about: 'This cannot be undone, and the operator cannot restore the account.',
    lost: 'What is deleted',
    consequences: {
      channel: (followers: number, subscribers: number) =>
        `Your channel with its ${pluralize(followers, 'follower')}, ${pluralize(subscribers, 'subscriber')}, chat, settings and stream key. A live broadcast ends.`,
      apps: (apps: number, users: number) =>
        `Your ${pluralize(apps, 'application')}, with secrets, webhooks and campaigns.${users === 0 ? '' : ` The connections of ${pluralize(users, 'user')} end.`}`,
      connectedApps: (count: number) =>
        count === 0
          ? 'All open sockets.'
          : `Your access tokens in ${pluralize(count, 'connected application')}, and all open sockets.`,
      messages: 'Your messages, follows, subscriptions and roles in other channels, and your drops.',
    },
    kept: 'What stays',
    keptDonations: 'Donations and subscriptions that you gave to other channels, without your name and text.',
    typeName: (name: string) => `To confirm, type the channel name: ${name}`,
    password: 'Password',
    delete: 'Delete account',
    failed: 'Could not delete the account',
  },
}
