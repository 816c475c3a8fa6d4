import { hashSecret } from '@onair/server/shared/secrets.ts'
import { resolveWireProfile } from '@onair/server/shared/callers/wire-profile.ts'
import type { Deps } from '@onair/server/infra/deps.ts'
import { loadApp, type RegisteredApp } from '@onair/server/features/apps/app-store.ts'
import { findCode } from '@onair/server/features/auth/grant-store.ts'
import type { TokenSet } from '@onair/server/features/auth/issue-tokens.ts'
import { exchangeCode } from '@onair/server/features/auth/token.ts'

/** The application that a code was issued to; null for an unknown code or a deleted application. */
export async function findAppOfCode(
  code: string,
  { db }: Pick<Deps, 'db'>,
): Promise<{ app: RegisteredApp; isUsed: boolean } | null> {
  const found = await findCode(db.read, hashSecret(code))
  const app = found && (await loadApp(db.read, found.clientId))
  return app && { app, isUsed: found.isUsed }
}

/** Exchanges a code in place of its application, without its secret. For pages of the sandbox only. */
export async function redeemCode(
  { app, code, state }: { app: RegisteredApp; code: string; state: string },
  deps: Deps,
): Promise<TokenSet> {
  const wireProfile = resolveWireProfile(app.wire_profile, deps.config)
  const caller = { kind: 'client', clientId: app.client_id, scopes: app.scopes, wireProfile } as const
  return exchangeCode({ code, state }, caller, deps)
}
