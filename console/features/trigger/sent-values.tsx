import { fieldsOf, type Action, type Field, type Values } from '@onair/contract/sandbox/actions'
import { language, strings } from '../../locales/index.ts'
import type { SearchOption } from '../../lib/search-options.ts'
import records from '../../ui/records.module.css'
import classes from './trigger.module.css'

const { fields: labels, options } = strings('trigger')
const { won } = strings('common')

type Props = { action: Action; values: Values; people: readonly SearchOption[] }

/** What an action sent, as the inspector summarizes it: who sent what to whom. IDs without a name are left out. */
export function SentValues({ action, values, people }: Props) {
  const nameOf = (channelId: unknown) => people.find(({ value }) => value === channelId)?.label
  const sender = nameOf(values.byChannelId)
  const receiver = nameOf(values.channelId)
  const others = fieldsOf(action).flatMap(({ field }) => {
    const text = textOf(field, values[field])
    return text === null ? [] : [{ field, text }]
  })
  return (
    <span className={`${records.summary} ${classes.sent}`}>
      {sender !== undefined && <bdi className={records.sender}>{sender}</bdi>}
      {others.map(({ field, text }) => (
        <bdi key={field}>{text}</bdi>
      ))}
      {receiver !== undefined && (
        <span className={records.receiver}>
          → <bdi>{receiver}</bdi>
        </span>
      )}
    </span>
  )
}

/** Neither IDs and passwords, nor the default type of a donation. */
const hiddenFields: ReadonlySet<Field> = new Set([
  'channelId',
  'byChannelId',
  'clientId',
  'rewardId',
  'organizationId',
  'password',
  'donationType',
  'scopes',
])
const quotedFields: ReadonlySet<Field> = new Set(['message', 'donationText', 'liveTitle'])

function textOf(field: Field, value: Values[Field]): string | null {
  if (hiddenFields.has(field) || value === undefined || value === null || value === '' || value === false) return null
  if (field === 'payAmount' && typeof value === 'number') return won(value)
  if (quotedFields.has(field)) return `“${String(value)}”`
  if (value === true) return labels[field]
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'number') return `${labels[field]} ${value.toLocaleString(language)}`
  return (options as Readonly<Record<string, string>>)[value] ?? value
}
