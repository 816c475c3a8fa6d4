import type { Deps } from '../../infra/deps.ts'
import { deleteRefusedAccounts, resumeDueAccounts } from './end/end-account.ts'

export async function sweepAccounts({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await resumeDueAccounts({ clock, db })
  await deleteRefusedAccounts({ clock, db })
}
