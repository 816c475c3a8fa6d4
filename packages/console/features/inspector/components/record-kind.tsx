import { IconAlertTriangle, IconArrowsExchange, IconBolt, IconPlug, IconWebhook } from '../../../ui/icons.tsx'
import type { RecordKind } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import classes from './records.module.css'

const { recordKinds } = strings('common')

const icons: Record<RecordKind, typeof IconBolt> = {
  request: IconArrowsExchange,
  event: IconBolt,
  frame: IconPlug,
  delivery: IconWebhook,
  gap: IconAlertTriangle,
}

/** The icon of a kind of record, in its colour, and its name. */
export function RecordKindLabel({ kind }: { kind: RecordKind }) {
  const Icon = icons[kind]
  return (
    <span className={classes.kind} data-kind={kind} title={recordKinds[kind]}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span>{recordKinds[kind]}</span>
    </span>
  )
}
