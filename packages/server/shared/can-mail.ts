import type { Deps } from '../infra/deps.ts'

/** Whether people get mails: a site has a server for them, and a sandbox keeps them. */
export function canMail({ config, policy }: Pick<Deps, 'config' | 'policy'>): boolean {
  return policy.keepsMails || config.mailUrl !== null
}
