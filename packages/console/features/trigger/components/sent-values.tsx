import { fieldsOf, type Action, type Field, type Value, type Values } from '@onair/contract/sandbox/actions'
import { useQuery } from '@tanstack/react-query'
import { language, strings } from '../../../locales/index.ts'
import type { SearchOption } from '../../../lib/search-options.ts'
import { searchPeople, searchRewards } from '../field-searches.ts'
import records from '../../inspector/components/records.module.css'
import classes from '../pages/trigger.module.css'

const { fields: labels, options } = strings('trigger')
const { won } = strings('common')

type Props = { action: Action; values: Values; people: readonly SearchOption[] }

/** The values that an action sent, as the inspector summarizes them: who sent what to whom. */
export function SentValues({ action, values, people }: Props) {
  const sender = useName(values.byChannelId, people)
  const receiver = useName(values.channelId, people)
  const reward = useName(values.rewardId, [], searchRewards)
  const others = fieldsOf(action).flatMap(({ field }) => {
    const text = textOf(field, values[field])
    return text === null ? [] : [{ field, text }]
  })
  return (
    <span className={classes.sent}>
      {sender !== undefined && <bdi className={records.sender}>{sender}</bdi>}
      {reward !== undefined && <bdi>{reward}</bdi>}
      {others.map(({ field, text }) => (
        <bdi key={field}>{text}</bdi>
      ))}
      {receiver !== undefined && (
        <span className="soft">
          → <bdi>{receiver}</bdi>
        </span>
      )}
    </span>
  )
}

/** The name of a user, or of what else `search` finds by its id. It need not be among those that are known. */
export function useName(id: Value, named: readonly SearchOption[], search = searchPeople): string | undefined {
  const isOf = ({ value }: SearchOption) => value === id
  const known = named.find(isOf)
  const searched = typeof id === 'string' && !known
  const { data } = useQuery({ ...search(searched ? id : ''), enabled: searched })
  return known?.label ?? (searched ? data?.find(isOf)?.label : undefined)
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
