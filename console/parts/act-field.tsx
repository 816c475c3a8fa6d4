import { Checkbox, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { userScopes } from '@onair/contract'
import type { Asking, Schema, Value } from '@onair/contract/play'
import { actWords } from '../act-words.ts'
import { inLanguage } from '../language.ts'
import { wordsOfScope } from '../scope-words.ts'

export type Person = { channelId: string; channelName: string }
type Given = { asking: Asking; value: Value; people: readonly Person[]; onChange: (value: Value) => void }

/** A field of an act, as its contract describes it. What is emptied and may be left out is not sent. */
export function ActField({ asking: { field, schema, required }, value, people, onChange }: Given) {
  const label = actWords.fields[field]
  const mayBeNull = schema.anyOf?.some(({ type }) => type === 'null') ?? false
  const one: Schema = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  const empty = mayBeNull ? null : undefined
  const common = { label, required: required && !mayBeNull }

  if (field === 'channelId' || field === 'byChannelId')
    return (
      <Select
        {...common}
        data={people.map(({ channelId, channelName }) => ({ value: channelId, label: channelName }))}
        value={typeof value === 'string' ? value : null}
        onChange={(chosen) => onChange(chosen ?? empty)}
        placeholder={mayBeNull ? said.anonymous : said.choose}
        clearable={!common.required}
        searchable
        nothingFoundMessage={said.nobody}
      />
    )
  if (field === 'scopes')
    return (
      <MultiSelect
        {...common}
        data={userScopes.map((scope) => ({ value: scope, label: wordsOfScope(scope) }))}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(chosen) => onChange(chosen.length === 0 ? undefined : chosen)}
        searchable
      />
    )
  if (one.enum)
    return (
      <Select
        {...common}
        data={one.enum.map(String)}
        value={value === null || value === undefined ? null : String(value)}
        onChange={(chosen) => onChange(chosen === null ? empty : sameKind(chosen, one))}
        placeholder={said.none}
        clearable={!common.required}
      />
    )
  if (one.type === 'integer')
    return (
      <NumberInput
        {...common}
        value={typeof value === 'number' ? value : ''}
        onChange={(given) => onChange(typeof given === 'number' ? given : empty)}
        allowDecimal={false}
        thousandSeparator=","
        {...(one.minimum !== undefined && { min: one.minimum })}
        {...(one.maximum !== undefined && { max: one.maximum })}
      />
    )
  if (one.type === 'boolean')
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked || undefined)}
      />
    )
  if (one.type === 'array')
    return (
      <TagsInput
        {...common}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(given) => onChange(listOf(given, one))}
        description={said.list}
      />
    )
  return (
    <TextInput
      {...common}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? empty : event.currentTarget.value)}
      {...(one.maxLength !== undefined && { maxLength: one.maxLength })}
      {...(field === 'message' && { description: said.counted })}
    />
  )
}

/** Menus speak in texts; a number of the contract is made one again. */
function sameKind(chosen: string, { enum: values = [] }: Schema): Value {
  return (values as Value[]).find((value) => String(value) === chosen)
}

function listOf(given: string[], { items }: Schema): Value {
  if (given.length === 0) return undefined
  return items?.type === 'integer' ? given.map(Number).filter(Number.isInteger) : given
}

const said = inLanguage({
  ko: {
    anonymous: '익명',
    choose: '고르세요',
    nobody: '그런 사람이 없습니다',
    none: '없음',
    list: '하나씩 쓰고 Enter를 누르세요.',
    counted: '{n}은 몇 번째인지로 바뀝니다.',
  },
  en: {
    anonymous: 'Anonymous',
    choose: 'Choose',
    nobody: 'Nobody of that name',
    none: 'None',
    list: 'Press Enter after each.',
    counted: '{n} becomes the number of the time.',
  },
})
