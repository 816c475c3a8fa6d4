import { JsonInput, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import type { Value } from '@onair/contract/value-words'
import { inLanguage } from '../language.ts'

/** What a field holds; undefined is not sent. */
export type Given = unknown

type Props = { name: string; schema: Value; required: boolean; value: Given; onChange: (value: Given) => void }

/** A field as its schema describes it. What is empty is not sent. */
export function TryField({ name, schema, required, value, onChange }: Props) {
  const one = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  const common = { label: name, withAsterisk: required, spellCheck: false }
  const values = one.type === 'boolean' ? [true, false] : one.enum
  if (values)
    return (
      <Select
        {...common}
        data={values.map(spelled)}
        value={value === undefined ? null : spelled(value)}
        onChange={(chosen) => onChange(values.find((known) => spelled(known) === chosen))}
        placeholder={said.leftOut}
        clearable
      />
    )
  if (one.type === 'integer')
    return (
      <NumberInput
        {...common}
        value={typeof value === 'number' ? value : ''}
        onChange={(given) => onChange(typeof given === 'number' ? given : undefined)}
        allowDecimal={false}
        placeholder={one.default === undefined ? said.leftOut : spelled(one.default)}
      />
    )
  if (one.type === 'array' && one.items?.type === 'string')
    return (
      <TagsInput
        {...common}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(given) => onChange(given.length === 0 ? undefined : given)}
        description={said.list}
        acceptValueOnBlur
      />
    )
  if (one.type === 'array' || one.type === 'object')
    return (
      <JsonInput
        {...common}
        value={typeof value === 'string' ? value : ''}
        onChange={(text) => onChange(text === '' ? undefined : text)}
        validationError={said.noJson}
        placeholder={one.type === 'array' ? '[…]' : '{…}'}
        description={said.json}
        autosize
        minRows={1}
      />
    )
  return (
    <TextInput
      {...common}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      autoComplete="off"
      placeholder={required ? '' : said.leftOut}
    />
  )
}

/** Menus speak in texts. */
function spelled(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const said = inLanguage({
  ko: {
    leftOut: '보내지 않음',
    list: '하나씩 쓰고 Enter를 누르세요.',
    json: 'JSON으로 쓰세요.',
    noJson: 'JSON이 아닙니다.',
  },
  en: { leftOut: 'left out', list: 'Press Enter after each.', json: 'Write it as JSON.', noJson: 'This is no JSON.' },
})
