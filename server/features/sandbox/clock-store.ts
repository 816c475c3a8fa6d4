import type { Reader, Tx } from '../../world/db/db.ts'

export async function lockOffset(tx: Tx): Promise<number> {
  const { offset_ms } = await tx.selectFrom('platform_clock').select('offset_ms').forUpdate().executeTakeFirstOrThrow()
  return offset_ms
}

export async function loadOffset(db: Reader): Promise<number> {
  const { offset_ms } = await db.selectFrom('platform_clock').select('offset_ms').executeTakeFirstOrThrow()
  return offset_ms
}

export async function putOffset(tx: Tx, offsetMs: number) {
  await tx.updateTable('platform_clock').set({ offset_ms: offsetMs }).execute()
}
