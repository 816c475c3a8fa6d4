import { ActionIcon, Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconBolt, IconPencil, IconPlus, IconX } from '../../../ui/icons.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  faultPresetNames,
  faultPresets,
  faultTargets,
  sandboxApi,
  type BodyOf,
  type FaultPreset,
  type FaultRule,
} from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { strings } from '../../../locales/index.ts'
import { faultsQuery, useClearFaults } from '../../sandbox/queries.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { FaultRuleForm } from './fault-rule-form.tsx'
import { conditionsOf, presetOf, ruleOf, type Plan } from '../fault-rules.ts'
import { draftOf, editedIndex, emptyRule, numberOf, withDraft, type RuleDraft } from '../rule-draft.ts'
import { useAppNames } from '../use-app-names.ts'
import layout from '../../../ui/layout.module.css'
import classes from './fault-card.module.css'

const { faults: t } = strings('trigger')

const { queryKey } = faultsQuery
const pollMs = 2_000

/** Chooses a preset or makes rules, and shows how often the active ones injected their fault. */
export function FaultCard() {
  // Null while no rule is being made or edited.
  const [draft, setDraft] = useDraft<RuleDraft>('fault-rule')
  const form = useRef<HTMLFormElement>(null)
  const queries = useQueryClient()
  const { data: plan, error } = useQuery({ ...faultsQuery, refetchInterval: pollMs })
  const show = async (state: Plan) => {
    // An answer that is under way may be older.
    await queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, state)
  }
  const set = useMutation({ mutationFn: setFaults, onSuccess: show })
  const add = useMutation({
    mutationFn: setFaults,
    onSuccess: (state) => {
      setDraft(() => null)
      return show(state)
    },
  })
  const clear = useClearFaults()
  const rules = plan?.rules.map(ruleOf) ?? []
  const seed = plan?.seed ?? 17
  const failure = error ?? set.error ?? add.error ?? clear.error
  const remove = (removed: number) => {
    // The positions of the rules are those of the plan that is shown.
    if (set.isPending || add.isPending) return
    const left = rules.filter((_, index) => index !== removed)
    if (left.length === 0) clear.mutate()
    else set.mutate({ seed, rules: left })
  }
  const open = (opened: RuleDraft) => {
    if (add.isPending) return
    flushSync(() => setDraft(() => opened))
    form.current?.focus()
  }
  return (
    <section className="card" aria-labelledby="faults">
      <h2 id="faults">{t.title}</h2>
      <Text size="sm" c="dimmed" my="sm">
        {t.about}
      </Text>
      <div className={classes.columns}>
        <Stack gap="sm">
          {plan && rules.length > 0 && (
            <ActiveRules
              plan={plan}
              edited={draft === null ? -1 : editedIndex(rules, draft)}
              onClear={() => clear.mutate()}
              onEdit={(rule, index) => open(draftOf(rule, index))}
              onRemove={remove}
            />
          )}
          {plan && rules.length === 0 && <Presets onChoose={(preset) => set.mutate({ preset })} />}
          {failure && <ErrorAlert error={failure} />}
          {draft === null && (
            <Button
              size="compact-sm"
              variant="default"
              style={{ justifySelf: 'start', alignSelf: 'start' }}
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              onClick={() => open(emptyRule)}
            >
              {rules.length === 0 ? t.ownRule : t.addRule}
            </Button>
          )}
        </Stack>
        {draft !== null && (
          <FaultRuleForm
            ref={form}
            draft={draft}
            onChange={(changed) => setDraft((before) => ({ ...(before ?? emptyRule), ...changed }))}
            seed={seed}
            isPending={add.isPending}
            onCancel={() => setDraft(() => null)}
            onSubmit={() => add.mutate({ seed: numberOf(draft.seed) ?? seed, rules: withDraft(rules, draft) })}
          />
        )}
      </div>
    </section>
  )
}

function setFaults(body: BodyOf<typeof sandboxApi.faults.setFaults>) {
  return api(sandboxApi.faults.setFaults, { body })
}

function Presets({ onChoose }: { onChoose: (preset: FaultPreset) => void }) {
  return (
    <ul className={classes.presets} aria-label={t.presets}>
      {faultPresetNames.map((preset) => (
        <li key={preset}>
          <button type="button" className={layout.plainButton} onClick={() => onChoose(preset)}>
            <Text span size="sm" fw={500}>
              {t.presetTexts[preset]}
            </Text>
            <Text component="code" size="xs" c="dimmed" ff="monospace">
              {preset}
            </Text>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Rules that are shown before the user asks for all: those with a fault come first. */
const maxFirst = 5

type ActiveProps = {
  plan: Plan
  /** The position of the rule that the form edits. */
  edited: number
  onClear: () => void
  onEdit: (rule: FaultRule, index: number) => void
  onRemove: (index: number) => void
}

function ActiveRules({ plan, edited, onClear, onEdit, onRemove }: ActiveProps) {
  const [isComplete, setComplete] = useState(false)
  const { seed, rules } = plan
  const appNames = useAppNames(rules.map(({ clientId }) => clientId))
  // The rules of a plan do not change.
  const keyed = rules.map((rule, index) => ({ key: index, rule, conditions: conditionsOf(rule, appNames).join(' · ') }))
  const shown = isComplete
    ? keyed
    : keyed.toSorted((a, b) => Number(b.rule.injected > 0) - Number(a.rule.injected > 0)).slice(0, maxFirst)
  const preset = presetOf(plan)
  const added = preset === undefined ? 0 : rules.length - faultPresets[preset].rules.length
  return (
    <div className={classes.active}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group component="span" gap="xs" wrap="nowrap" fz="sm" fw={600} className={classes.plan}>
          <IconBolt size={14} aria-hidden="true" />
          <span>
            {preset === undefined ? t.active : t.presetTexts[preset]}
            <Text component="small" display="block" size="sm" fw={400}>
              {preset !== undefined && (
                <>
                  <code>{preset}</code> ·{' '}
                </>
              )}
              {t.seed} {seed}
              {added > 0 && ` · ${t.addedRules(added)}`}
            </Text>
          </span>
        </Group>
        <Button size="compact-sm" variant="default" onClick={onClear} flex="none">
          {t.clearAll}
        </Button>
      </Group>
      <ul className={classes.rules} aria-label={t.active}>
        {shown.map(({ key, rule, conditions }) => (
          <li key={key} data-edited={key === edited || undefined}>
            <span>{t.kinds[rule.kind]}</span>
            <Text
              span
              size="xs"
              className={classes.hits}
              {...(rule.injected > 0 ? { c: 'orange', fw: 600 } : { c: 'dimmed' })}
            >
              {t.hits(faultTargets[rule.kind], rule.injected, rule.matched)}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              title={t.edit}
              aria-label={t.editRule(`${t.kinds[rule.kind]} · ${conditions}`)}
              onClick={() => onEdit(ruleOf(rule), key)}
            >
              <IconPencil size={14} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              title={t.restarts}
              aria-label={t.removeRule(`${t.kinds[rule.kind]} · ${conditions}`)}
              onClick={() => onRemove(key)}
            >
              <IconX size={14} aria-hidden="true" />
            </ActionIcon>
            <Text component="small" size="xs" c="dimmed" className={classes.conditions}>
              {conditions}
            </Text>
          </li>
        ))}
      </ul>
      {rules.length > maxFirst && (
        <Box px={6} py={4} className={classes.more}>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => setComplete(!isComplete)}
            aria-expanded={isComplete}
          >
            {isComplete ? t.fewer : t.all(rules.length)}
          </Button>
        </Box>
      )}
    </div>
  )
}
