import { JsonInput, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import type { JsonSchema } from '@onair/contract/reference/describe-schema'
import { strings } from '../../../locales/index.ts'
import { valueSchemaOf } from '../operation-fields.ts'

const { input: t } = strings('reference')

/** The value of a field; undefined is not sent. */
export type FieldValue = unknown

type Props = {
  name: string
  schema: JsonSchema
  required: boolean
  error?: string | false
  value: FieldValue
  onChange: (value: FieldValue) => void
}

/** The input of a field, selected by its schema. An empty field is not sent. */
export function OperationInput({ name, schema, required, error = false, value, onChange }: Props) {
  const valueSchema = valueSchemaOf(schema)
  const commonProps = { label: name, withAsterisk: required, spellCheck: false, error }
  const values = valueSchema.type === 'boolean' ? [true, false] : valueSchema.enum
  if (values)
    return (
      <Select
        {...commonProps}
        data={values.map(toText)}
        value={value === undefined ? null : toText(value)}
        onChange={(selected) => onChange(values.find((known) => toText(known) === selected))}
        placeholder={t.omitted}
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
        placeholder={valueSchema.default === undefined ? t.omitted : toText(valueSchema.default)}
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
        validationError={t.invalidJson}
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
      placeholder={required ? '' : t.omitted}
    />
  )
}

/** A select has string values. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
