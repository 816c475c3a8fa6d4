export const confirm = {
  title: 'Enter your password again',
  about: 'This action needs your password, to protect your account. You are not asked again for 10 minutes.',
  password: 'Password',
  confirm: 'Continue',
  passkey: 'Use a passkey',
  passkeyFailed: 'The passkey was not used. Try again, or confirm in another way.',
  /** For a user without a password. */
  without: {
    title: 'Confirm that it is you',
    about: 'This action needs a confirmation, to protect your account. You are not asked again for 10 minutes.',
    /** For a user who has nothing to confirm with. */
    impossible: 'Your sign-in cannot confirm this. Set a password by mail, and sign in with it.',
    setPassword: 'Set a password by mail',
    impossibleWithoutMail: 'Your sign-in cannot confirm this. Ask the operator of this site for a password.',
  },
  provider: (name: string) => `Sign in at ${name} again`,
  providerOpened: 'Sign in in the window that has opened. This page then goes on.',
  windowBlocked: 'The browser opened no window. Allow windows for this site, and try again.',
}
