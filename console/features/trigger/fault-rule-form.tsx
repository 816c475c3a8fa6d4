import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import type { FormEvent } from 'react'
import {
  delayedFaultKinds,
  eventTypes,
  faultKinds,
  faultTargets,
  openApi,
  type FaultKind,
  type FaultRule,
} from '@onair/contract'
import type { Search } from '../../lib/search-options.ts'
import { strings } from '../../locales/index.ts'
import { SearchSelect } from '../../ui/search-select.tsx'
import { searchApps } from './field-searches.ts'
import { conditionsOf, maxMatches } from './fault-rules.ts'
import { useAppNames } from './use-app-names.ts'
import classes from './fault-card.module.css'

const { faults: t } = strings('trigger')

const groups = ['request', 'socket', 'webhook'] as const
const statuses = [400, 401, 403, 429, 500, 503] as const
/** `chat.sendMessage`, with its address to search for. */
const operationOptions = Object.entries(openApi).flatMap(([group, operations]) =>
  Object.entries(operations).map(([name, { method, path }]) => ({
    value: `${group}.${name}`,
    label: `${group}.${name} · ${method} ${path}`,
  })),
)
const searchOperations: Search = (text) => ({
  queryKey: ['operations', text],
  queryFn: () =>
    Promise.resolve(operationOptions.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))),
})

/** Inputs may be empty. */
export type RuleDraft = {
  kind: FaultKind
  status: (typeof statuses)[number]
  retryAfterSec: number | string
  delayMs: number | string
  /** Null for all. */
  operation: string | null
  clientId: string | null
  eventType: string | null
  /** Of the matches, before the first fault. */
  skip: number | string
  percent: number | string
  count: number | string
}

export const emptyRule: RuleDraft = {
  kind: 'status',
  status: 503,
  retryAfterSec: 2,
  delayMs: 2_000,
  operation: null,
  clientId: null,
  eventType: null,
  skip: '',
  percent: '',
  count: '',
}

type Props = {
  draft: RuleDraft
  onChange: (changed: Partial<RuleDraft>) => void
  isPending: boolean
  onSubmit: (rule: FaultRule) => void
  onCancel: () => void
}

/** Makes one rule. It shows only the inputs that the kind of the fault uses. */
export function FaultRuleForm({ draft, onChange, isPending, onSubmit, onCancel }: Props) {
  const target = faultTargets[draft.kind]
  const rule = toRule(draft)
  const appNames = useAppNames([rule.clientId])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(rule)
  }
  const kindOptions = groups.map((group) => ({
    group: t.targets[group],
    items: faultKinds
      .filter((kind) => groupOf(kind) === group)
      .map((kind) => ({ value: kind as string, label: t.kinds[kind] })),
  }))
  return (
    <form className={classes.form} onSubmit={submit} aria-label={t.ownRule}>
      <Stack gap="sm">
        <Select
          label={t.fault}
          description={t.kindTexts[draft.kind]}
          inputWrapperOrder={['label', 'input', 'description']}
          data={kindOptions}
          value={draft.kind}
          onChange={(kind) => kind !== null && onChange({ kind: kind as FaultKind })}
          allowDeselect={false}
          searchable
        />
        <KindInputs draft={draft} onChange={onChange} />
        <SearchSelect
          label={t.app}
          placeholder={t.allApps}
          search={searchApps}
          value={draft.clientId}
          onChange={(option) => onChange({ clientId: option?.value ?? null })}
          clearable
        />
        <Group gap="xs" grow align="end">
          <NumberInput
            label={t.skip(target)}
            placeholder="0"
            value={draft.skip}
            onChange={(skip) => onChange({ skip })}
            min={0}
            max={maxMatches - 1}
            allowDecimal={false}
          />
          <NumberInput
            label={t.count}
            placeholder={t.noLimit}
            value={draft.count}
            onChange={(count) => onChange({ count })}
            min={1}
            max={maxMatches}
            allowDecimal={false}
          />
        </Group>
        <NumberInput
          label={t.share(target)}
          placeholder="100"
          value={draft.percent}
          onChange={(percent) => onChange({ percent })}
          min={0}
          max={100}
        />
        <Text size="sm">
          {t.preview} <b>{conditionsOf(rule, appNames).join(' · ')}</b>
        </Text>
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

type KindProps = { draft: RuleDraft; onChange: (changed: Partial<RuleDraft>) => void }

function KindInputs({ draft: { kind, status, retryAfterSec, delayMs, operation, eventType }, onChange }: KindProps) {
  return (
    <>
      {kind === 'status' && (
        <Group gap="xs" grow align="end">
          <Select
            label={t.status}
            data={statuses.map(String)}
            value={String(status)}
            onChange={(chosen) => onChange({ status: statuses.find((one) => String(one) === chosen) ?? 503 })}
            allowDeselect={false}
          />
          {hasRetryAfter(status) && (
            <NumberInput
              label={t.retryAfter}
              value={retryAfterSec}
              onChange={(next) => onChange({ retryAfterSec: next })}
              min={0}
              max={3_600}
              allowDecimal={false}
            />
          )}
        </Group>
      )}
      {delayedFaultKinds.has(kind) && (
        <NumberInput
          label={t.delay}
          value={delayMs}
          onChange={(next) => onChange({ delayMs: next })}
          min={1}
          max={600_000}
          thousandSeparator=","
          allowDecimal={false}
          required
        />
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
  return target === 'request' || target === 'webhook' ? target : 'socket'
}

function hasRetryAfter(status: number): boolean {
  return status === 429 || status === 503
}

/** Only what the kind uses: the sandbox refuses other values. */
function toRule(draft: RuleDraft): FaultRule {
  const { kind, status, operation, clientId, eventType } = draft
  const target = faultTargets[kind]
  const [skip = 0, count, percent] = [draft.skip, draft.count, draft.percent].map(numberOf)
  const [delayMs, retryAfterSec] = [draft.delayMs, draft.retryAfterSec].map(numberOf)
  return {
    kind,
    ...(kind === 'status' && { status }),
    ...(kind === 'status' && hasRetryAfter(status) && retryAfterSec !== undefined && { retryAfterSec }),
    ...(delayedFaultKinds.has(kind) && delayMs !== undefined && { delayMs }),
    ...(target === 'request' && operation !== null && { operation }),
    ...(clientId !== null && { clientId }),
    ...(target === 'event' &&
      kind !== 'event-without-profile' &&
      eventType !== null && { eventType: eventType as NonNullable<FaultRule['eventType']> }),
    // Without a count, a rule with `nth` has one fault.
    ...(skip > 0 && { nth: skip + 1, count: count ?? maxMatches }),
    ...(skip === 0 && count !== undefined && { count }),
    ...(percent !== undefined && { probability: percent / 100 }),
  }
}

function numberOf(value: number | string): number | undefined {
  return typeof value === 'number' ? value : undefined
}
