import { recordKinds, type RecordKind } from '@onair/contract'
import { localize } from './language.ts'

export function isRecordKind(text: unknown): text is RecordKind {
  return recordKinds.some((kind) => kind === text)
}

/** What the kinds of records are called. */
export const recordKindLabels = localize<Record<RecordKind, string>>({
  ko: { request: '요청', event: '이벤트', frame: '소켓', delivery: '웹훅', gap: '빠짐' },
  en: { request: 'Request', event: 'Event', frame: 'Socket', delivery: 'Webhook', gap: 'Left out' },
})
