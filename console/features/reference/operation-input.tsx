import { JsonInput, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import type { JsonSchema } from '@onair/tools/describe-schema'
import { localize } from '../../lib/language.ts'

/** What a field holds; undefined is not sent. */
export type FieldValue = unknown

type Props = {
  name: string
  schema: JsonSchema
  required: boolean
  value: FieldValue
  onChange: (value: FieldValue) => void
}

/** A field as its schema describes it. What is empty is not sent. */
export function OperationInput({ name, schema, required, value, onChange }: Props) {
  const valueSchema = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  const commonProps = { label: name, withAsterisk: required, spellCheck: false }
  const values = valueSchema.type === 'boolean' ? [true, false] : valueSchema.enum
  if (values)
    return (
      <Select
        {...commonProps}
        data={values.map(toText)}
        value={value === undefined ? null : toText(value)}
        onChange={(chosen) => onChange(values.find((known) => toText(known) === chosen))}
        placeholder={t.leftOut}
        clearable
      />
    )
  if (valueSchema.type === 'integer')
    return (
      <NumberInput
        {...commonProps}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        allowDecimal={false}
        placeholder={valueSchema.default === undefined ? t.leftOut : toText(valueSchema.default)}
      />
    )
  if (valueSchema.type === 'array' && valueSchema.items?.type === 'string')
    return (
      <TagsInput
        {...commonProps}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(next) => onChange(next.length === 0 ? undefined : next)}
        description={t.list}
        acceptValueOnBlur
      />
    )
  if (valueSchema.type === 'array' || valueSchema.type === 'object')
    return (
      <JsonInput
        {...commonProps}
        value={typeof value === 'string' ? value : ''}
        onChange={(text) => onChange(text === '' ? undefined : text)}
        validationError={t.noJson}
        placeholder={valueSchema.type === 'array' ? '[…]' : '{…}'}
        description={t.json}
        autosize
        minRows={1}
      />
    )
  return (
    <TextInput
      {...commonProps}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      autoComplete="off"
      placeholder={required ? '' : t.leftOut}
    />
  )
}

/** Menus speak in texts. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const t = localize({
  ko: {
    leftOut: '보내지 않음',
    list: '하나씩 쓰고 Enter를 누르세요.',
    json: 'JSON으로 쓰세요.',
    noJson: 'JSON이 아닙니다.',
  },
  en: { leftOut: 'left out', list: 'Press Enter after each.', json: 'Write it as JSON.', noJson: 'This is no JSON.' },
})
