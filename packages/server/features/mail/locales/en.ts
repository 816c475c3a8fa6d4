import { deviceOf, limits } from '@onair/contract'
import type { MailStrings } from '../mail-text.ts'
import { maskEmail } from '../mask-email.ts'

export const en: MailStrings = {
  footer: (site) => `Sent by ${site}. Nobody reads replies to this address.`,
  unsubscribe: 'Stop these mails',
  orOpen: 'If the button does not work, open this address in your browser:',
  VERIFY_EMAIL: (_data, _formatDate, site) => ({
    subject: 'Verify your email address',
    before: ['Hello,', `an account on ${site} has this email address. If it is yours, confirm that the address works.`],
    button: 'Verify the address',
    after: ['The link works for 7 days.', 'If you have no account, ignore this mail: nothing is verified without you.'],
  }),
  RESET_PASSWORD: () => ({
    subject: 'Reset your password',
    before: ['Hello,', 'you asked for a new password. Choose it here:'],
    button: 'Choose a new password',
    after: [
      'The link works once, within 30 minutes. A new password signs you out on all devices.',
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  }),
  PASSWORD_CHANGED: ({ at, isFirstOwner = false }, formatDate) => ({
    subject: 'Your password was changed',
    before: ['Hello,', 'the password of your account was changed.'],
    facts: [['Time', formatDate(at)]],
    button: 'Reset the password',
    after: [
      'If it was you, there is nothing to do. If it was not, reset the password now.',
      ...(isFirstOwner
        ? [
            'The address was not verified before, so another person may have used the account. Nothing of theirs works any longer: the stream key, overlays, webhooks, managers, a role in running the site, connected applications, and the secrets and tokens of applications were replaced or removed. Set up again what you need.',
          ]
        : []),
    ],
  }),
  EMAIL_CHANGED: ({ at, newEmail }, formatDate) => ({
    subject: 'Your email address was changed',
    before: ['Hello,', 'the email address of your account was changed. You can no longer sign in with this one.'],
    facts: [
      ['Time', formatDate(at)],
      ['New address', maskEmail(newEmail)],
    ],
    after: ['If it was not you, somebody else may use your account: tell the operator of the site now.'],
  }),
  NEW_SIGN_IN: ({ at, userAgent, network }, formatDate) => ({
    subject: 'New sign-in to your account',
    before: ['Hello,', 'somebody signed in to your account on a device that has not been used before.'],
    facts: [
      ['Time', formatDate(at)],
      ['Device', nameDevice(userAgent)],
      ...(network === null ? [] : [['IP address', network] as const]),
    ],
    button: 'See where you are signed in',
    after: ['If it was you, there is nothing to do. If it was not, sign out everywhere and change your password.'],
  }),
  SECOND_FACTOR_CHANGED: ({ at, isOn }, formatDate) => ({
    subject: isOn ? 'Two-step verification is on' : 'Two-step verification is off',
    before: [
      'Hello,',
      isOn
        ? 'two-step verification was turned on for your account. To sign in with the password, you now also enter a code of your authenticator app.'
        : 'two-step verification was turned off for your account. The password alone now signs in.',
    ],
    facts: [['Time', formatDate(at)]],
    button: 'Check your account',
    after: ['If it was you, there is nothing to do. If it was not, change your password now.'],
  }),
  PASSKEY_CHANGED: ({ at, isAdded }, formatDate) => ({
    subject: isAdded ? 'A passkey was added' : 'A passkey was removed',
    before: [
      'Hello,',
      isAdded
        ? 'a passkey was added to your account. It signs in without the password.'
        : 'a passkey was removed from your account. It no longer signs in.',
    ],
    facts: [['Time', formatDate(at)]],
    button: 'Check your account',
    after: [
      'If it was you, there is nothing to do. If it was not, remove passkeys that you do not know, and change your password.',
    ],
  }),
  PROVIDER_LINK_CHANGED: ({ at, provider, isLinked }, formatDate) => ({
    subject: isLinked ? `Sign-in with ${provider} was added` : `Sign-in with ${provider} was removed`,
    before: [
      'Hello,',
      isLinked
        ? `your account was linked to an account at ${provider}, which now signs in.`
        : `your account was unlinked from the one at ${provider}, which no longer signs in.`,
    ],
    facts: [['Time', formatDate(at)]],
    button: 'Check your account',
    after: [
      'If it was you, there is nothing to do. If it was not, unlink accounts that you do not know, and change your password.',
    ],
  }),
  APP_IDLE: ({ appName, days }) => ({
    subject: `Your application will be deleted: ${appName}`,
    before: ['Hello,', `an application that has not been used for a long time will be deleted in ${days} days.`],
    facts: [['Application', appName]],
    button: 'Open the application',
    after: ['To keep it, call the API once before that. If you no longer need it, there is nothing to do.'],
  }),
  WEBHOOK_FAILING: ({ appName, url, hours }) => ({
    subject: `Your webhook is failing: ${appName}`,
    before: ['Hello,', `no notification has reached a webhook for ${hours} hours. Check its receiver.`],
    facts: [
      ['Application', appName],
      ['URL', url],
    ],
    button: 'See the notifications',
    after: ['If it keeps failing, the webhook is disabled. Missed notifications can be sent again afterwards.'],
  }),
  LIVE_STARTED: ({ channelName, title }) => ({
    subject: title === null ? `${channelName} is live` : `${channelName} is live: ${title}`,
    before: ['Hello,', `${channelName}, a channel that you follow, has started a broadcast.`],
    ...(title !== null && { facts: [['Title', title] as const] }),
    button: 'Watch',
    after: ['You get this mail because the bell of the channel is on.'],
  }),
  LIVE_MODERATED: ({ measure, reason, block = null }, formatDate, site) => ({
    subject: 'About your broadcast',
    before: [
      'Hello,',
      `the people who run ${site} ${
        {
          END: 'ended your broadcast and replaced your stream key.',
          SET_AGE_LIMIT: 'gave your broadcast an age restriction, which stays until it ends.',
          REMOVE_TITLE: 'removed the title of your broadcast. Choose another one.',
          REMOVE_PICTURE: 'removed the picture of your broadcast.',
          LIFT_BLOCK: 'let you go live again.',
        }[measure]
      }`,
    ],
    facts: [
      ['Reason', reason],
      ...(block === null
        ? []
        : [
            [
              'You cannot go live until',
              block.endsAt === null ? `${site} lets you` : formatDate(block.endsAt),
            ] as const,
          ]),
    ],
    button: 'Open the studio',
  }),
  REPORT_DECIDED: ({ reported, decision, answer }) => ({
    subject: 'Your report was reviewed',
    before: [
      'Hello,',
      `thank you for your report about ${{ MESSAGE: 'a chat message', CHANNEL: 'a channel', APP: 'an application' }[reported]}.`,
      decision === 'ACTION_TAKEN' ? 'We found a violation and took action.' : 'We reviewed it and found no violation.',
      ...(answer === '' ? [] : [answer]),
    ],
    button: 'See your reports',
  }),
  SIGN_UP_APPROVED: ({ at }, formatDate, site) => ({
    subject: 'Your account is approved',
    before: ['Hello,', `your account on ${site} is approved. You can sign in now.`],
    facts: [['Decided', formatDate(at)]],
    button: 'Sign in',
  }),
  SIGN_UP_REFUSED: ({ at }, formatDate, site) => ({
    subject: 'Your request for an account',
    before: ['Hello,', `the people who run ${site} have not approved your account. It will be deleted.`],
    facts: [['Decided', formatDate(at)]],
  }),
  STREAMING_APPROVED: (_data, _formatDate, site) => ({
    subject: 'You can go live now',
    before: ['Hello,', `your request to stream on ${site} is approved.`],
    button: 'Open the studio',
  }),
  STREAMING_DECLINED: ({ answer }, _formatDate, site) => ({
    subject: 'Your request to stream',
    before: ['Hello,', `the people who run ${site} have declined your request to stream.`],
    facts: [['Reason', answer]],
    button: 'Open the studio',
    after: ['You can send another request there.'],
  }),
  ORGANIZATION_APPROVED: ({ name }, _formatDate, site) => ({
    subject: 'Your organization is approved',
    before: ['Hello,', `an organization that you represent on ${site} is approved. Its applications may have drops.`],
    facts: [['Organization', name]],
    button: 'Open the page “Teams”',
  }),
  ORGANIZATION_DECLINED: ({ name, answer }, _formatDate, site) => ({
    subject: 'Your request for an organization',
    before: ['Hello,', `the people who run ${site} have declined your request to approve an organization.`],
    facts: [
      ['Organization', name],
      ['Reason', answer],
    ],
    button: 'Open the page “Teams”',
    after: ['You can send another request there.'],
  }),
  ORGANIZATION_ENDED: ({ name, answer }, _formatDate, site) => ({
    subject: 'The approval of your organization ended',
    before: [
      'Hello,',
      `the people who run ${site} have ended the approval of an organization that you represent. Its applications have no drops any more.`,
    ],
    facts: [
      ['Organization', name],
      ['Reason', answer],
    ],
    button: 'Open the page “Teams”',
  }),
  TEAM_INVITATION: ({ role }, _formatDate, site) => ({
    subject: 'You are invited to a team',
    before: ['Hello,', `you are invited to a team of developers on ${site}.`],
    facts: [['Role', { VIEWER: 'Viewer', DEVELOPER: 'Developer', OWNER: 'Owner' }[role]]],
    button: 'See the invitation',
    after: [
      `The link works once, within ${limits.teamInvitationDays} days, and shows who invites you before you join.`,
      'If you do not expect an invitation, ignore this mail: nothing happens without you.',
    ],
  }),
}

function nameDevice(userAgent: string | null): string {
  const device = deviceOf(userAgent)
  return device === null ? 'unknown' : `${device.browser} on ${device.system}`
}
