import { recordKinds, type RecordKind } from '@onair/contract'
import { strings } from '../locales/index.ts'

export function isRecordKind(text: unknown): text is RecordKind {
  return recordKinds.some((kind) => kind === text)
}

export const { recordKinds: recordKindLabels } = strings('common')
