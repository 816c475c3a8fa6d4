import { limits, type ErrorMessages, type SiteDocumentKind } from '@onair/contract'
import type { AccountErrorCode } from '../../../features/accounts/account-rules.ts'
import type { IdentityRefusal } from '../../../features/accounts/identity/identity-rules.ts'
import type { ProviderRefusal } from '../../../features/accounts/providers/provider-flow.ts'
import type { SignInRefusal } from '../../../features/accounts/sign-in/sign-in.ts'
import type { ConsentRefusal } from '../consent/consent-parameters.ts'
import type { Theme } from '../theme.ts'

type Message = { title: string; next: string }

/** Every sentence of the server-rendered pages. */
export const en = {
  layout: {
    languageName: 'English',
    language: 'Language',
    sandbox: 'Sandbox',
    sandboxNote: 'Demo users and play money only.',
    mainMenu: 'Main',
    live: 'Live screen',
    watch: 'Watch',
    studio: 'Studio',
    developers: 'Developers',
    search: 'Search',
    signIn: 'Sign in',
    settings: 'Settings',
    account: 'Your account',
    connections: 'Connected applications',
    drops: 'Drops',
    theme: 'Theme',
    themes: { auto: 'System', light: 'Light', dark: 'Dark' } satisfies Record<Theme, string>,
    documents: { TERMS: 'Terms of service', PRIVACY: 'Privacy policy' } satisfies Record<SiteDocumentKind, string>,
    contact: 'Contact',
    aboutSite: 'About this site',
    software: 'Runs on Onair',
  },
  errors: {
    retry: 'Try again',
    home: 'Go to the home page',
    csrf: {
      title: 'This form has expired',
      next: 'You signed in or out in the meantime, or the request came from another site. Reload the page and try again. If your browser blocks cookies, allow cookies for this site.',
    },
    watch: 'Go to the live channels',
    notFound: { title: 'Page not found', next: 'The address is wrong, or you do not have access to the page.' },
    tooLarge: { title: 'Your input is too long', next: 'Shorten it and submit it again.' },
    malformed: { title: 'We could not read this request', next: 'Reload the page and try again.' },
    serverError: {
      title: 'Something went wrong on our side',
      next: 'Try again in a moment. Your input may not have been saved.',
    },
    busy: {
      title: 'The server is busy',
      next: 'Try again in a moment.',
    },
    signUpClosed: {
      title: 'Sign-up is closed',
      next: 'This site does not accept new accounts now. People who have an account can sign in.',
    },
    byInvitation: {
      title: 'Sign-up is by invitation',
      next: 'Open the link of an invitation that has not ended. People who have an account can sign in.',
    },
    contact: 'Questions? Contact the people who run the site.',
    networkBlocked: {
      title: 'This network is blocked',
      next: 'The people who run this site have blocked the network that you use.',
    },
    deviceBlocked: {
      title: 'This browser is blocked',
      next: 'The people who run this site have blocked this browser.',
    },
    tooManyAttempts: (minutes: number) => ({
      title: 'Too many attempts',
      next: `We limit attempts to protect accounts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    }),
  },
  linkPreview: {
    channel: (site: string) => `A channel on ${site}`,
    onAir: (category: string | null) => (category === null ? 'Live now' : `Live now: ${category}`),
    replay: (category: string | null) => (category === null ? 'Replay' : `Replay: ${category}`),
    clip: (creator: string) => `Clipped by ${creator}`,
  },
  siteHome: {
    pageTitle: 'Home',
    live: 'Live now',
    following: 'Channels you follow',
    categories: 'Categories',
    all: 'All',
    allLives: 'See all live channels',
    search: 'Search live channels, categories and tags',
    searchButton: 'Search',
    resultsFor: (text: string) => `Live channels for “${text}”`,
    noResults: 'No live channel fits. Try another word.',
    noLives: 'No channel is live at the moment.',
    isNew: 'Live broadcasts with chat. There is nothing to watch yet.',
    firstSteps: {
      label: 'Begin here',
      steps: [
        { path: '/studio', title: 'Go live', about: 'With the camera of this browser, or with OBS.' },
        { path: '/account', title: 'Set up your account', about: 'To chat, follow channels and get notices.' },
        { path: '/reference', title: 'Build on it', about: 'Bots, alerts and drops, with an open API.' },
      ],
    },
    operatorSteps: {
      label: 'Set up your site',
      steps: [
        { path: '/admin/site', title: 'Name, logo and terms', about: 'How the site presents itself.' },
        { path: '/admin/sign-up', title: 'Sign-up and streaming', about: 'Who can join, and who can go live.' },
        { path: '/admin/roles', title: 'A second operator', about: 'Who runs the site when you are away.' },
      ],
    },
    signUp: 'Sign up',
    signIn: 'Sign in',
    channels: 'Channels',
    moreChannels: 'Channels that are offline',
    followers: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'follower' : 'followers'}`,
    lastLive: (ago: string) => `live ${ago}`,
    plans: 'Coming up',
    replays: 'Last broadcasts',
    verified: 'Verified channel',
    startOwn: 'Start your own broadcast',
    liveBadge: 'LIVE',
    defaultTitle: (name: string) => `${name}’s broadcast`,
    viewers: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'viewer' : 'viewers'}`,
    adult: 'Adults only',
    notVerified: 'Your identity is not verified yet.',
    verify: 'Verify it',
  },
  unsubscribe: {
    title: 'Stop mails about broadcasts',
    about: 'You stay a follower, and can turn the bell of a channel on again at any time.',
    one: (channel: string) => `Stop mails about ${channel}`,
    all: 'Stop mails about all channels',
    done: 'You get no more of these mails',
    doneNext: 'To get them again, turn the bell of a channel on.',
    home: 'Go to the home page',
  },
  command: { copy: 'Copy', copied: 'Copied' },
  password: { show: 'Show', hide: 'Hide' },
  signIn: {
    title: 'Sign in',
    /** Texts by the first part of the path to which the person returns. */
    reasons: {
      'account-interlock': 'Sign in to see the permissions that the application requests.',
      console: 'Sign in to continue to the developer pages.',
      studio: 'Sign in to continue to your studio.',
      watch: 'Sign in to chat, follow, donate and collect drops.',
      account: 'Sign in to continue to your account.',
      connections: 'Sign in to continue to your connected applications.',
      'verify-identity': 'Sign in to verify your identity.',
    },
    refusals: {
      wrong_credentials: 'The email address or the password is wrong. Check both and try again.',
      wrong_passkey: 'The passkey could not be verified. Try again, or sign in with your password.',
      suspended: 'This account is suspended.',
      waiting: 'This account waits for approval. Try again later.',
      refused: 'This account was not approved.',
    } satisfies Record<SignInRefusal['refusal'], string>,
    suspendedUntil: (date: string) => `The suspension ends on ${date}.`,
    suspendedForNow: 'It stays so until an operator lifts it.',
    suspensionReason: (reason: string) => `Reason: ${reason}`,
    email: 'Email address',
    password: 'Password',
    signIn: 'Sign in',
    forgotten: 'Forgot your password?',
    forgottenHelp:
      'No email is sent to reset a password. Ask the operator of this site, who can set a new password for your account.',
    wasReset: 'Your password is changed, and you are signed out everywhere. Sign in with the new password.',
    isWaiting: 'Your request was received. You can sign in when the account is approved.',
    waitForMail: 'You will get a mail then.',
    codeExpired: 'The sign-in took too long. Sign in again.',
    noAccount: 'No account yet?',
    signUp: 'Sign up',
    demo: 'Sign in as a demo user',
    roles: {
      streamer: 'streamer',
      manager: 'manager',
      subscriber: 'subscriber',
      follower: 'follower',
      viewer: 'viewer',
    },
  },
  passkey: {
    signIn: 'Sign in with a passkey',
    failed: 'The passkey was not used. Try again, or sign in with your password.',
  },
  provider: {
    label: 'Other ways to sign in',
    continueWith: (name: string) => `Continue with ${name}`,
    chooseName: (name: string) => `You signed in at ${name}. Choose the name of your channel.`,
    rejected: 'Correct the marked fields and try again.',
    linkFirst: (name: string) =>
      `Sign in to it, then link ${name} on the page of your account. From then on you sign in with ${name} too.`,
    emailTaken: {
      title: 'You have an account already',
      next: (name: string) =>
        `An account here has the email address of your ${name} account. To protect it, it is not linked automatically. Sign in to it as before, and link ${name} on the page of your account.`,
    },
    confirmed: { title: 'Confirmed', next: 'You can close this window and go on where you were.' },
    refusals: {
      unexpected_response: () => ({
        title: 'This response cannot be used',
        next: 'It was used before, is older than 10 minutes, or was started in another browser. It changed nothing. Start again.',
      }),
      denied: (name) => ({
        title: `You cancelled at ${name}`,
        next: 'Nothing has changed. You can try again, or continue in another way.',
      }),
      unverified: (name) => ({
        title: `We could not verify your ${name} account`,
        next: 'The response is not valid, so nothing has changed. Try again. If the problem continues, contact the operator.',
      }),
      linked_elsewhere: (name) => ({
        title: 'This account is linked already',
        next: `Your ${name} account signs in to another account here. Sign in with it and unlink it there first. Nothing has changed.`,
      }),
      unavailable: (name) => ({
        title: `${name} is temporarily unavailable`,
        next: 'It does not respond, so nothing has changed. Try again in a moment, or continue in another way.',
      }),
    } satisfies Record<ProviderRefusal, (name: string) => Message>,
  },
  signInCode: {
    title: 'Two-step verification',
    about: 'Enter the 6-digit code that your authenticator app shows.',
    code: 'Code',
    hint: 'Without the app, enter one of your recovery codes.',
    wrong: 'The code is wrong, or was used before. Enter the next code that the app shows.',
    signIn: 'Sign in',
    lost: 'No code?',
    lostHelp:
      'Use a recovery code that you got when you turned on two-step verification. Without one, ask the operator to turn it off.',
    back: 'Sign in to another account',
  },
  forgotPassword: {
    title: 'Reset your password',
    about: 'Enter the email address of your account. We send you a link to choose a new password.',
    email: 'Email address',
    send: 'Send the link',
    invalid: 'Enter an email address such as name@example.com.',
    sent: 'Check your inbox',
    sentNext: (email: string) =>
      `If an account has the address ${email}, a mail with a link arrives within a few minutes. The link works for 30 minutes.`,
    notArrived: 'No mail? Look in your spam folder, or check that it is the address of your account.',
    again: 'Try another address',
    mailbox: 'Open the mailbox of the sandbox',
    signIn: 'Back to sign-in',
  },
  resetPassword: {
    title: 'Choose a new password',
    about: (email: string) => `For the account ${email}. You will be signed out everywhere.`,
    password: 'New password',
    hint: 'At least 8 characters. Longer is safer.',
    save: 'Change the password',
  },
  verifyEmail: {
    title: 'Verify your email address',
    about: (email: string) => `Confirm that ${email} is your address.`,
    verify: 'Verify the address',
    done: 'Your email address is verified',
    doneNext: 'Links to reset your password and security notices reach you at this address.',
    home: 'Go home',
  },
  unusableLink: {
    title: 'This link no longer works',
    next: 'It was used already, has expired, or a newer mail replaced it.',
    forgotPassword: 'Send a new link',
    account: 'Go to your account',
  },
  acceptTerms: {
    title: 'Before you go on',
    about: (site: string) => `What you agree to on ${site} has changed. Read it, and accept it to go on.`,
    version: (version: number, date: string) => `Version ${version}, ${date}`,
    accept: 'Accept and go on',
    otherwise: 'If you do not agree, you can export your data and delete your account:',
    account: 'Your account',
  },
  signUp: {
    title: 'Sign up',
    about: 'Your account comes with a channel.',
    rejected: 'Correct the marked fields and try again. Enter the password again.',
    signUp: 'Sign up',
    hasAccount: 'Already have an account?',
    signIn: 'Sign in',
    acceptsBefore: 'I accept:',
    acceptsAfter: '',
    mustAccept: 'Accept this to sign up.',
    isRobot: 'The check against robots failed or expired. Enter the password again and try once more.',
    puzzle: {
      working: 'Checking that you are no robot …',
      done: 'Checked: you are no robot.',
      failed: 'The check against robots does not work in this browser. Use a newer one.',
      needsScript: 'Turn on JavaScript to sign up: the page has to check that you are no robot.',
    },
    request: 'About you (optional)',
    requestHint: 'New accounts are approved by the people who run this site. They read this.',
    labels: { channelName: 'Channel name', email: 'Email address', password: 'Password' },
    hints: {
      channelName: `Other people see this name. Up to ${limits.channelNameLength} characters.`,
      email: 'Used to sign in. Other people do not see it.',
      password: 'At least 8 characters. Longer is safer.',
    },
    refusals: {
      EMPTY: 'Enter a name.',
      TOO_LONG: ({ most }) => `Enter at most ${most} characters.`,
      INVISIBLE_CHARACTERS: 'This contains invisible characters. Type it instead of pasting it.',
      INVALID_EMAIL: 'Enter an email address such as name@example.com.',
      MAIL_DOMAIN_REFUSED: 'This site does not accept email addresses of this domain. Use another one.',
      EMAIL_TAKEN: 'An account with this email address exists already.',
      OFFICIAL_NAME: ({ word }) => `“${word}” is a reserved name. Choose another name.`,
      REFUSED_WORD: ({ word }) => `The name must not contain “${word}”.`,
      MIXED_SCRIPTS: ({ scripts }) => `The name mixes characters of different scripts: ${scripts}.`,
      LOOKS_LIKE_NAME: ({ name }) => `This looks like the name of “${name}”. Choose another name.`,
      COMMON_PASSWORD: 'This is one of the most common passwords. Choose another.',
      TOO_SHORT: ({ least }) => `Enter at least ${least} characters.`,
      NOT_WELL_FORMED: 'This contains broken characters. Type it instead of pasting it.',
      CONTAINS_NUL: 'This contains a character that is not allowed. Type it instead of pasting it.',
    } satisfies ErrorMessages<AccountErrorCode>,
  },
  consent: {
    title: 'Consent',
    asks: 'requests permission to do the following on your channel.',
    asksNothing: 'wants to connect your account, and only that. It requests no permissions.',
    asksMore: 'requests more permissions than you allowed before.',
    asksAgain: 'wants to connect again with the permissions that you allowed before. It requests no new ones.',
    switchAccount: 'Use another account',
    maker: 'Made by',
    report: 'Report this application',
    withdraw: 'You can withdraw the permissions at any time:',
    reads: 'Read',
    changes: 'Change',
    risky: 'Risky',
    deny: 'Deny',
    allow: 'Allow',
    destination: 'In both cases you are redirected to',
    /** Below them, where a long list goes on out of view. */
    counts: (reads: number, changes: number) => {
      const total = `${reads + changes} ${reads + changes === 1 ? 'permission' : 'permissions'}`
      if (changes === 0) return `${total}, read only`
      return reads === 0 ? `${total}, to change` : `${total}: ${reads} to read, ${changes} to change`
    },
    granted: (count: number) => `${count} ${count === 1 ? 'permission' : 'permissions'} you allowed before`,
  },
  consentErrors: {
    empty: 'is missing',
    title: 'This link cannot connect you',
    refusals: {
      unknown_app:
        'The application is not registered. Go back to the application and try again. If you are its developer, check clientId.',
      redirect_uri_mismatch:
        'The return address is not the one that the application registered. For your safety, you were not redirected. If you are its developer, send redirectUri exactly as you registered the login redirect URL.',
      missing:
        'A required value is missing. Go back to the application and try again. If you are its developer, send the parameter named below.',
      malformed:
        'A value cannot be read. Go back to the application and try again. If you are its developer, send the parameter named below once, in valid UTF-8, with at most 2,000 characters.',
    } satisfies Record<ConsentRefusal, string>,
  },
  identity: {
    title: 'Verify your identity',
    about: 'In some channels, only users with a verified identity can chat.',
    done: 'The identity of this account is verified.',
    home: 'Go to the home page',
    points: [
      'You confirm who you are on the page of an identity provider, and return here.',
      'One person can verify one account.',
      'We do not store your name or date of birth. We store one value that is unique to you and cannot be reversed.',
    ],
    start: 'Verify my identity',
    destination: 'You are redirected to',
  },
  identityErrors: {
    no_provider: {
      title: 'Identity verification is not available',
      next: 'This platform has no identity provider. Contact the operator.',
    },
    unexpected_response: {
      title: 'This response cannot be used',
      next: 'It was used before, is older than 10 minutes, or was started in another browser. It changed nothing. Reload the page to see the current state, and start again.',
    },
    denied: {
      title: 'You cancelled the verification',
      next: 'Nothing has changed. You can verify your identity at any time.',
    },
    unverified: {
      title: 'We could not verify your identity',
      next: 'The response of the identity provider is not valid, so nothing has changed. Try again. If the problem continues, contact the operator.',
    },
    another_account_verified: {
      title: 'You have verified another account',
      next: 'One person can verify one account. Sign in with the account that you verified first. Nothing has changed in this account.',
    },
    unavailable: {
      title: 'Identity verification is temporarily unavailable',
      next: 'The identity provider does not respond. Nothing has changed. Try again in a moment.',
    },
  } satisfies Record<IdentityRefusal, Message>,
  sandboxAccess: {
    title: 'This sandbox is public',
    about: 'Its demo accounts, trigger pad and inspector need the secret that the server printed when it started.',
    secret: 'Secret of the sandbox',
    open: 'Open the sandbox',
    enter: 'Enter the secret',
    wrong: 'This is not the secret of the sandbox. Copy it again from the output of the server.',
  },
  sandboxMails: {
    title: 'Mailbox of the sandbox',
    about:
      'No mail leaves this sandbox. The newest mails of each person appear here instead. Click an address to see its mails only.',
    none: 'No mails yet. Sign up, or ask for a new password on the sign-in page.',
    all: 'Mails to all people',
    list: 'All mails',
    ofPerson: 'Mails to this person',
    older: 'Older mails',
    states: {
      WAITING: 'waiting for delivery',
      SENT: 'delivered',
      REJECTED: 'rejected',
      BOUNCED: 'bounced',
    },
  },
  sandboxCode: {
    allowed: 'Consent granted',
    allowedNext: 'An application receives its code at this address. The code works once, within 10 minutes.',
    getToken: 'Get a token now',
    exchange: 'Or exchange the code as your application does',
    issued: 'Tokens issued',
    issuedNext: 'Use the access token in your next calls. Click a value to select it.',
    issuedWithoutScopes:
      'The application requests no scopes, so the token works only for calls that need none. Click a value to select it.',
    callApi: 'Call the API with the token',
    callSession: 'Get the URL of a session, which receives events',
    inspector: 'View the calls in the inspector',
    app: 'Go to the application',
    usedCode: {
      title: 'The code cannot be used',
      next: 'A code works once, within 10 minutes. Open the consent page of the application again for a new one.',
    },
    denied: 'Consent denied',
    consentAgain: 'Open the consent page again',
    deniedNext: 'The application receives error=access_denied. No permission was granted.',
    noCode: 'No code in this address',
    noCodeNext:
      'After consent, the browser comes here with a code. Open the consent page of an application, which its page links to.',
    apps: 'Go to your applications',
  },
}

export type Strings = typeof en
