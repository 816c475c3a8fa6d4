import {
  Checkbox,
  type InputWrapperProps,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { overlaySettings, type OverlayKind } from '@onair/contract'
import { languageNames, strings } from '../../../locales/index.ts'

const t = strings('overlays')

/** The description is below, so that the inputs of two columns are in one line. */
const wrapperOrder: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

type Values = Record<string, unknown>
type FieldName = keyof typeof t.fields
type FieldSchema = {
  type?: string
  enum?: readonly string[]
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

/** Whether every value is within the bounds of the contract. */
export function areSettingsValid(kind: OverlayKind, values: object): boolean {
  return Object.entries(fieldsOf(kind)).every(([name, { type, minimum, maximum }]) => {
    const value = (values as Values)[name]
    return type !== 'integer' || (Number.isInteger(value) && inBounds(value as number, minimum, maximum))
  })
}

/** An input for each setting of an overlay, as its schema in the contract says. */
export function OverlayFields({
  kind,
  values,
  set,
}: {
  kind: OverlayKind
  values: object
  set: (change: Values) => void
}) {
  const fields = Object.entries(fieldsOf(kind))
  const isCheckbox = ([, { type }]: (typeof fields)[number]) => type === 'boolean'
  const input = ([name, schema]: (typeof fields)[number]) => (
    <Field
      key={name}
      name={name as FieldName}
      schema={schema}
      value={(values as Values)[name]}
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {fields.filter((field) => !isCheckbox(field)).map(input)}
      </SimpleGrid>
      {fields.filter(isCheckbox).map(input)}
    </>
  )
}

type FieldProps = { name: FieldName; schema: FieldSchema; value: unknown; onChange: (value: unknown) => void }

function Field({ name, schema, value, onChange }: FieldProps) {
  const label = t.fields[name]
  const description = t.hints[name as keyof typeof t.hints]
  if (name === 'language')
    return (
      <NativeSelect
        label={label}
        description={description}
        inputWrapperOrder={wrapperOrder}
        value={value as string}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={languageNames.map((one) => ({ value: one.code, label: one.name }))}
      />
    )
  if (schema.enum)
    return (
      <NativeSelect
        label={label}
        value={value as string}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={schema.enum.map((one) => ({ value: one, label: t.counts[one as keyof typeof t.counts] }))}
      />
    )
  if (schema.type === 'boolean')
    return (
      <Checkbox label={label} checked={value as boolean} onChange={(event) => onChange(event.currentTarget.checked)} />
    )
  if (schema.type === 'integer')
    return (
      <NumberInput
        label={label}
        description={description}
        inputWrapperOrder={wrapperOrder}
        value={value as number}
        min={schema.minimum}
        max={schema.maximum}
        thousandSeparator=","
        allowDecimal={false}
        onChange={onChange}
      />
    )
  if (schema.type === 'array')
    return (
      <TagsInput
        label={label}
        description={description}
        inputWrapperOrder={wrapperOrder}
        value={value as string[]}
        maxTags={schema.maxItems}
        onChange={onChange}
      />
    )
  return (
    <TextInput
      type={schema.pattern === undefined ? 'text' : 'color'}
      label={label}
      description={description}
      inputWrapperOrder={wrapperOrder}
      value={value as string}
      maxLength={schema.maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function fieldsOf(kind: OverlayKind): Record<string, FieldSchema> {
  return overlaySettings[kind].properties as Record<string, unknown> as Record<string, FieldSchema>
}

function inBounds(value: number, minimum = -Infinity, maximum = Infinity): boolean {
  return value >= minimum && value <= maximum
}
