import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isRefusal } from '../../../lib/api.ts'
import { useMovedSeconds, usePlatformSecond } from '../../../lib/platform-time.ts'
import { dateTimeFormat } from '../../../lib/time-format.ts'
import { formatTimePhrase } from '../../../lib/time-phrase.ts'
import { language, strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { faultsQuery, resetSandbox, snapshotsQuery, useClearFaults, useMoveClock } from '../queries.ts'
import { AskFirst } from './ask-first.tsx'
import { Snapshots, Worlds } from './sandbox-copies.tsx'
import classes from './sandbox-panel.module.css'

const t = strings('sandbox')
const { clock: clockTexts, faults: faultTexts, reset: resetTexts } = strings('trigger')
const { shell } = strings('common')

/** The changes of the sandbox since its start, and its copies. */
export function SandboxPanel() {
  // A sandbox whose roles run in several processes has no copies.
  const hasCopies = !isRefusal(useQuery(snapshotsQuery).error, 'CANNOT_BE_COPIED')
  return (
    <>
      <ClockState />
      <FaultState />
      {hasCopies && (
        <>
          <PanelSection title={t.snapshots.title}>
            <Snapshots />
          </PanelSection>
          <PanelSection title={t.worlds.title}>
            <Worlds />
          </PanelSection>
        </>
      )}
      <Reset />
    </>
  )
}

function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function ClockState() {
  const now = usePlatformSecond()
  const movedSec = useMovedSeconds()
  const move = useMoveClock()
  return (
    <PanelSection title={clockTexts.title}>
      <Group justify="space-between" gap="xs">
        <div>
          <time className={classes.value} dateTime={new Date(now).toISOString()}>
            {dateTimeFormat.format(now)}
          </time>
          <Text size="sm" c={movedSec === 0 ? 'dimmed' : 'orange'}>
            {movedSec === 0 ? t.realTime : formatTimePhrase(clockTexts.moved, movedSec * 1_000, language)}
          </Text>
        </div>
        {movedSec !== 0 && (
          <Button size="compact-sm" variant="default" loading={move.isPending} onClick={() => move.mutate(-movedSec)}>
            {clockTexts.back}
          </Button>
        )}
      </Group>
      {movedSec !== 0 && (
        <Text size="xs" c="dimmed">
          {clockTexts.backHint}
        </Text>
      )}
      {move.error && <ErrorAlert error={move.error} />}
    </PanelSection>
  )
}

function FaultState() {
  const { data: plan, error } = useQuery(faultsQuery)
  const clear = useClearFaults()
  const injected = plan?.rules.reduce((sum, rule) => sum + rule.injected, 0) ?? 0
  return (
    <PanelSection title={faultTexts.title}>
      <Group justify="space-between" gap="xs">
        {plan && plan.rules.length > 0 ? (
          <>
            <div>
              <Text size="sm" fw={500}>
                {[...(plan.preset === null ? [] : [plan.preset]), t.rules(plan.rules.length)].join(' · ')}
              </Text>
              <Text size="sm" c="orange">
                {t.injected(injected)}
              </Text>
            </div>
            <Button size="compact-sm" variant="default" loading={clear.isPending} onClick={() => clear.mutate()}>
              {faultTexts.clearAll}
            </Button>
          </>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {t.noFaults}
            </Text>
            <AnchorLink size="sm" to="/console/trigger" hash="faults">
              {t.setFaults}
            </AnchorLink>
          </>
        )}
      </Group>
      {(error ?? clear.error) && <ErrorAlert error={error ?? clear.error} />}
    </PanelSection>
  )
}

function Reset() {
  const reset = useMutation({ mutationFn: resetSandbox })
  return (
    <div className={classes.section}>
      <AskFirst label={resetTexts.button} about={resetTexts.about} confirmLabel={resetTexts.confirm} action={reset}>
        <AnchorLink size="sm" to="/console/trigger">
          {shell.trigger}
        </AnchorLink>
      </AskFirst>
    </div>
  )
}
