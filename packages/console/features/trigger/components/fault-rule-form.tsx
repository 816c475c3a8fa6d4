import { Button, Group, NumberInput, Select, Stack, Text, type NumberInputProps } from '@mantine/core'
import type { FormEvent, Ref } from 'react'
import { delayedFaultKinds, eventTypes, faultKinds, faultTargets, openApi, type FaultKind } from '@onair/contract'
import type { Search } from '../../../lib/search-options.ts'
import { strings } from '../../../locales/index.ts'
import { SearchSelect } from '../../../ui/forms/search-select.tsx'
import { searchApps } from '../field-searches.ts'
import { conditionsOf, operationName } from '../fault-rules.ts'
import {
  hasApp,
  hasRetryAfter,
  isDraftValid,
  isFieldValid,
  limitsOf,
  ruleStatuses,
  toRule,
  type NumberField,
  type RuleDraft,
} from '../rule-draft.ts'
import { useAppNames } from '../use-app-names.ts'

const { faults: t } = strings('trigger')

const groups = ['request', 'socket', 'webhook', 'stream', 'mail'] as const
/** The title of the operation in the reference, with its address. */
const operationOptions = Object.entries(openApi).flatMap(([group, operations]) =>
  Object.entries(operations).map(([name, { method, path }]) => {
    const id = `${group}.${name}`
    return { value: id, label: `${operationName(id)} · ${method} ${path}` }
  }),
)
/** Finds options by a part of the title, of the address or of the id. */
const searchOperations: Search = (text) => ({
  queryKey: ['operations', text],
  queryFn: () =>
    Promise.resolve(
      operationOptions.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(text.toLowerCase())),
    ),
})

/** A part of a row shows that there are more kinds. */
const kindsHeightPx = 400

type DraftProps = { draft: RuleDraft; onChange: (changed: Partial<RuleDraft>) => void }
type Props = DraftProps & {
  ref: Ref<HTMLFormElement>
  /** The seed of the plan. */
  seed: number
  isPending: boolean
  onSubmit: () => void
  onCancel: () => void
}

/** Makes or edits one rule. It shows only the inputs that the kind of the fault uses. */
export function FaultRuleForm({ ref, draft, onChange, seed, isPending, onSubmit, onCancel }: Props) {
  const inputs = { draft, onChange }
  const target = faultTargets[draft.kind]
  const rule = toRule(draft)
  const appNames = useAppNames([rule.clientId])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDraftValid(draft)) onSubmit()
  }
  const kindOptions = groups.map((group) => ({
    group: t.targets[group],
    items: faultKinds
      .filter((kind) => groupOf(kind) === group)
      .map((kind) => ({ value: kind as string, label: t.kinds[kind] })),
  }))
  return (
    <form ref={ref} tabIndex={-1} onSubmit={submit} aria-labelledby="fault-rule">
      <Stack gap="sm">
        <Text component="h3" fw={600} id="fault-rule">
          {draft.edited === null ? t.addRule : t.editing}
        </Text>
        <Select
          label={t.fault}
          description={t.kindTexts[draft.kind]}
          inputWrapperOrder={['label', 'input', 'description']}
          data={kindOptions}
          value={draft.kind}
          onChange={(kind) => kind !== null && onChange({ kind: kind as FaultKind })}
          allowDeselect={false}
          searchable
          maxDropdownHeight={kindsHeightPx}
          scrollAreaProps={{ type: 'always' }}
        />
        <KindInputs {...inputs} />
        {hasApp(draft.kind) && (
          <SearchSelect
            label={t.app}
            placeholder={t.allApps}
            search={searchApps}
            value={draft.clientId}
            onChange={(option) => onChange({ clientId: option?.value ?? null })}
            clearable
          />
        )}
        <Group gap="xs" grow align="start">
          <DraftNumber {...inputs} field="skip" label={t.skip(target)} placeholder="0" />
          <DraftNumber {...inputs} field="count" label={t.count} placeholder={t.noLimit} />
        </Group>
        <Group gap="xs" grow align="start">
          <DraftNumber {...inputs} field="percent" label={t.share} placeholder="100" />
          <DraftNumber {...inputs} field="seed" label={t.seed} placeholder={String(seed)} />
        </Group>
        {isDraftValid(draft) && (
          <Text size="sm">
            {t.preview} <b>{conditionsOf(rule, appNames).join(' · ')}</b>
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t.restarts}
        </Text>
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={isPending}>
            {t.set}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type NumberProps = DraftProps & { field: NumberField } & Pick<
    NumberInputProps,
    'label' | 'placeholder' | 'thousandSeparator' | 'required'
  >

function DraftNumber({ draft, onChange, field, ...props }: NumberProps) {
  const { min, max } = limitsOf(field, draft)
  return (
    <NumberInput
      {...props}
      value={draft[field]}
      onChange={(value) => onChange({ [field]: value })}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={field === 'percent'}
      error={!isFieldValid(field, draft) && t.outOfRange(min, max)}
    />
  )
}

function KindInputs({ draft, onChange }: DraftProps) {
  const { kind, status, operation, eventType } = draft
  return (
    <>
      {kind === 'status' && (
        <Group gap="xs" grow align="start">
          <Select
            label={t.status}
            data={ruleStatuses.map(String)}
            value={String(status)}
            onChange={(chosen) => onChange({ status: ruleStatuses.find((one) => String(one) === chosen) ?? 503 })}
            allowDeselect={false}
          />
          {hasRetryAfter(status) && (
            <DraftNumber draft={draft} onChange={onChange} field="retryAfterSec" label={t.retryAfter} />
          )}
        </Group>
      )}
      {delayedFaultKinds.has(kind) && (
        <DraftNumber draft={draft} onChange={onChange} field="delayMs" label={t.delay} thousandSeparator="," required />
      )}
      {faultTargets[kind] === 'request' && (
        <SearchSelect
          label={t.operation}
          placeholder={t.allOperations}
          search={searchOperations}
          value={operation}
          onChange={(option) => onChange({ operation: option?.value ?? null })}
          clearable
        />
      )}
      {faultTargets[kind] === 'event' && kind !== 'event-without-profile' && (
        <Select
          label={t.eventType}
          placeholder={t.allEvents}
          data={[...eventTypes, 'SYSTEM']}
          value={eventType}
          onChange={(next) => onChange({ eventType: next })}
          clearable
        />
      )}
    </>
  )
}

function groupOf(kind: FaultKind): (typeof groups)[number] {
  const target = faultTargets[kind]
  return groups.find((group) => group === target) ?? 'socket'
}
