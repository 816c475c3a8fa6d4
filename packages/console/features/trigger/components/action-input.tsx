import { Checkbox, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { userScopes } from '@onair/contract'
import type { Action, ActionField, Schema, Value } from '@onair/contract/sandbox/actions'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { strings } from '../../../locales/index.ts'
import { scopeLabelForDevelopers } from '../../apps/scope-labels.ts'
import type { SearchOption } from '../../../lib/search-options.ts'
import { isNullable, isRequired, valueSchema } from '../input-problems.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { SearchSelect } from '../../../ui/forms/search-select.tsx'
import { fieldSearches, searchRewards } from '../field-searches.ts'

const { input: t, fields: fieldLabels, actionFields, options } = strings('trigger')

/** A hint is below its field, so that the fields of a line are level. */
const inputWrapperOrder: ComponentProps<typeof TextInput>['inputWrapperOrder'] = [
  'label',
  'input',
  'description',
  'error',
]

type Props = {
  action: Action
  spec: ActionField
  value: Value
  /** Users of the demo. */
  demoPeople: readonly SearchOption[]
  onChange: (value: Value) => void
  error: string | null
}

/** A field of an action, as the contract describes it. An optional field that is empty is not sent. */
export function ActionInput({ action, spec, value, demoPeople, onChange, error }: Props) {
  const { field, schema } = spec
  const label = actionFields[action]?.[field] ?? fieldLabels[field]
  const { type, enum: choices, minimum, maximum, maxLength, items } = valueSchema(spec)
  const empty = isNullable(schema) ? null : undefined
  const commonProps = { label, required: isRequired(spec), error, inputWrapperOrder }

  const search = fieldSearches[field]
  if (search) {
    const selectProps = {
      ...commonProps,
      value: typeof value === 'string' ? value : null,
      onChange: (chosen: SearchOption | null) => onChange(chosen?.value ?? empty),
      search,
      placeholder: isNullable(schema) ? t.anonymous : t.choose,
      clearable: !commonProps.required,
    }
    if (field === 'rewardId') return <RewardSelect {...selectProps} />
    const isOfPerson = field !== 'clientId' && field !== 'categoryId'
    return <SearchSelect {...selectProps} suggested={isOfPerson ? demoPeople : []} />
  }
  if (field === 'scopes')
    return (
      <MultiSelect
        {...commonProps}
        data={userScopes.map((scope) => ({ value: scope, label: scopeLabelForDevelopers(scope) }))}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(chosen) => onChange(chosen.length === 0 ? undefined : chosen)}
        searchable
      />
    )
  if (choices)
    return (
      <Select
        {...commonProps}
        data={choices.map((one) => ({ value: String(one), label: optionLabel(String(one)) }))}
        value={value === null || value === undefined ? null : String(value)}
        onChange={(chosen) => onChange(chosen === null ? empty : parseOption(chosen, choices))}
        placeholder={t.none}
        clearable={!commonProps.required}
      />
    )
  if (type === 'integer')
    return (
      <NumberInput
        {...commonProps}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : empty)}
        allowDecimal={false}
        thousandSeparator=","
        clampBehavior="none"
        {...(minimum !== undefined && { min: minimum })}
        {...(maximum !== undefined && { max: maximum })}
      />
    )
  if (type === 'boolean')
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked || undefined)}
      />
    )
  if (type === 'array')
    return (
      <TagsInput
        {...commonProps}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(next) => onChange(parseList(next, items))}
        description={t.list}
      />
    )
  return (
    <TextInput
      {...commonProps}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? empty : event.currentTarget.value)}
      {...(maxLength !== undefined && { maxLength })}
      {...(field === 'message' && { description: t.numbered })}
    />
  )
}

/** A sandbox without rewards links to the action that creates them. */
function RewardSelect(props: ComponentProps<typeof SearchSelect>) {
  const first = useQuery(searchRewards(''))
  const description =
    first.data?.length === 0 ? (
      <>
        {t.noRewards}{' '}
        <AnchorLink inherit to="/console/trigger" search={{ action: 'createCampaign' }}>
          {t.createCampaign}
        </AnchorLink>
      </>
    ) : (
      t.addsWatchTime
    )
  return <SearchSelect {...props} description={description} />
}

/** A value of the API with its meaning, if it has a name: `Chat manager (STREAMING_CHAT_MANAGER)`. */
function optionLabel(value: string): string {
  const meaning = (options as Readonly<Record<string, string>>)[value]
  return meaning === undefined ? value : `${meaning} (${value})`
}

/** The options of a menu are strings; the contract may have numbers. */
function parseOption(chosen: string, choices: Schema['enum']): Value {
  return choices?.find((value) => String(value) === chosen)
}

function parseList(entries: string[], items: Schema | undefined): Value {
  if (entries.length === 0) return undefined
  return items?.type === 'integer' ? entries.map(Number).filter(Number.isInteger) : entries
}
