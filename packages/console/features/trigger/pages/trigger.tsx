import { Button, Fieldset, Group, NumberInput, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { sandboxApi, ContentOf } from '@onair/contract'
import { actionNames, repeatableActions, fieldsOf, type Action } from '@onair/contract/sandbox/actions'
import { actionCurlCommand } from '../actions.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { overviewQuery } from '../../../lib/demo-person.ts'
import { formatTimePhrase } from '../../../lib/time-phrase.ts'
import { useMovedSeconds } from '../../../lib/platform-time.ts'
import { language, strings } from '../../../locales/index.ts'
import { faultsQuery } from '../../sandbox/queries.ts'
import { listRecords } from '../../inspector/queries/records.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { ActionInput } from '../components/action-input.tsx'
import { BurstChart } from '../components/burst-chart.tsx'
import { ClockCard } from '../components/clock-card.tsx'
import { FaultCard } from '../components/fault-card.tsx'
import { ResetCard } from '../components/reset-card.tsx'
import { CopyCurlButton } from '../../../ui/copyable-text.tsx'
import { ActionLog } from '../components/action-log.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import type { Burst } from '../action-runner.ts'
import { findInputProblem, type InputProblem } from '../input-problems.ts'
import { useActionRunner } from '../use-action-runner.ts'
import { useActionValues } from '../use-action-values.ts'
import layout from '../../../ui/layout.module.css'
import classes from './trigger.module.css'

const { pad: t, actions: actionLabels, clock, faults, reset } = strings('trigger')
const { sandboxMark } = strings('common')

/** Runs actions as demo users and moves the clock. It exists in a sandbox only. */
export function Trigger() {
  const overview = useQuery(overviewQuery)
  if (!isSandbox) return <NotFound />
  if (!overview.data) return overview.error ? <ErrorAlert error={overview.error} /> : <Loading />
  return <TriggerPad overview={overview.data} />
}

/** The tools that change the sandbox itself, by the fragment of the address. */
const tools: ReadonlyMap<string, ReactNode> = new Map([
  ['clock', <ClockCard key="clock" />],
  ['faults', <FaultCard key="faults" />],
  ['reset', <ResetCard key="reset" />],
])

const groupOf: Record<Action, keyof typeof t.groups> = {
  chat: 'viewers',
  donate: 'viewers',
  subscribe: 'viewers',
  follow: 'viewers',
  unfollow: 'viewers',
  goLive: 'live',
  goOffline: 'live',
  manage: 'live',
  createCampaign: 'drops',
  claim: 'drops',
  createPerson: 'users',
  createGrant: 'users',
  withdrawGrant: 'users',
}
const actionGroups = [...Map.groupBy(actionNames, (name) => groupOf[name])]

type Repeat = { perSecond: number | string; seconds: number | string }
const defaultRepeat: Repeat = { perSecond: 5, seconds: 10 }
const maxRepeat = { perSecond: 50, seconds: 60 }

function TriggerPad({ overview }: { overview: ContentOf<typeof sandboxApi.demo.getOverview> }) {
  const { action: requested } = useSearch({ from: '/console/trigger' })
  const action = actionNames.find((name) => name === requested) ?? 'chat'
  const tool = tools.get(useLocation({ select: ({ hash }) => hash }))
  const { runner, results, progress, burst } = useActionRunner()
  const { values, changeValue } = useActionValues(action, overview)
  const [editedRepeat, setRepeat] = useDraft<Repeat>('repeat')
  const { perSecond, seconds } = editedRepeat ?? defaultRepeat
  const demoPeople = overview.demo.people.map(({ channelId, channelName }) => ({
    value: channelId,
    label: channelName,
  }))
  const changeRepeat = (changed: Partial<Repeat>) =>
    setRepeat((before) => ({ ...(before ?? defaultRepeat), ...changed }))

  // Null while a value is out of range.
  const rate =
    isCountUpTo(maxRepeat.perSecond, perSecond) && isCountUpTo(maxRepeat.seconds, seconds)
      ? { perSecond, seconds }
      : null
  const startBurst = useMutation({
    mutationFn: async (asked: Burst) => ({ asked, ...(await listRecords(undefined, { size: 1 })) }),
    onSuccess: ({ asked, page }) => {
      runner.startBurst(action, values, asked, page.newest ?? 0)
    },
  })

  // The action whose wrong fields are marked.
  const [warned, setWarned] = useState<Action | null>(null)
  const fields = fieldsOf(action)
  const isWrong = fields.some((spec) => findInputProblem(spec, values[spec.field]) !== null)
  const form = useRef<HTMLFormElement>(null)
  const whenComplete = (start: () => void) => {
    flushSync(() => setWarned(isWrong ? action : null))
    if (!isWrong) start()
    else form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  const repeat = () => {
    if (rate !== null) whenComplete(() => startBurst.mutate(rate))
    else form.current?.querySelector<HTMLElement>('fieldset [aria-invalid=true]')?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    whenComplete(() => void runner.run(action, values))
  }
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      <div className={classes.page}>
        <ActionNavigation current={tool === undefined ? action : null} />
        {tool ?? (
          <Stack gap="md">
            <form ref={form} className="card" onSubmit={submit} aria-labelledby="action" noValidate>
              <Stack gap="md">
                <h2 id="action">{actionLabels[action]}</h2>
                <SimpleGrid minColWidth="min(16rem, 100%)" className={layout.alignStart}>
                  {fields.map((spec) => (
                    <ActionInput
                      action={action}
                      key={`${action} ${spec.field}`}
                      spec={spec}
                      value={values[spec.field]}
                      demoPeople={demoPeople}
                      onChange={(value) => changeValue(spec.field, value)}
                      error={problemText(findInputProblem(spec, values[spec.field]), warned === action)}
                    />
                  ))}
                </SimpleGrid>
                <Group>
                  <Button type="submit">{t.run}</Button>
                  <CopyCurlButton command={actionCurlCommand(action, values, overview.baseUrl)} />
                </Group>
                {repeatableActions.has(action) && (
                  <RepeatFields
                    repeat={editedRepeat ?? defaultRepeat}
                    rate={rate}
                    progress={progress}
                    onChange={changeRepeat}
                    startButton={{ loading: startBurst.isPending, onClick: repeat }}
                    onStop={() => runner.stop()}
                    error={startBurst.error}
                  />
                )}
              </Stack>
            </form>
            {burst && (
              <BurstChart key={burst.position} burst={burst} isRunning={progress !== null} people={demoPeople} />
            )}
            <ActionLog results={results} people={demoPeople} />
          </Stack>
        )}
      </div>
    </Stack>
  )
}

/** Links to the actions, by group, and to the tools of the sandbox with their state. */
function ActionNavigation({ current }: { current: Action | null }) {
  return (
    <nav className={classes.actions} aria-label={t.actions}>
      {actionGroups.map(([group, names]) => (
        <div key={group} role="group" aria-labelledby={`actions-${group}`}>
          <h2 id={`actions-${group}`}>{t.groups[group]}</h2>
          {names.map((name) => (
            <Link
              key={name}
              to="/console/trigger"
              search={({ channel: kept }) => ({ action: name, ...(kept !== undefined && { channel: kept }) })}
              aria-current={name === current ? 'page' : undefined}
            >
              {actionLabels[name]}
            </Link>
          ))}
        </div>
      ))}
      <ToolLinks />
    </nav>
  )
}

function ToolLinks() {
  const movedSec = useMovedSeconds()
  const rules = useQuery(faultsQuery).data?.rules.length ?? 0
  const links = [
    {
      hash: 'clock',
      label: clock.title,
      state: movedSec !== 0 && formatTimePhrase(sandboxMark.clock, movedSec * 1_000, language),
    },
    { hash: 'faults', label: faults.title, state: rules > 0 && sandboxMark.faults(rules) },
    { hash: 'reset', label: reset.title, state: false },
  ]
  return (
    <div role="group" aria-labelledby="actions-sandbox">
      <h2 id="actions-sandbox">{sandboxMark.sandbox}</h2>
      {links.map(({ hash, label, state }) => (
        <Link
          key={hash}
          to="/console/trigger"
          search
          hash={hash}
          activeOptions={{ includeHash: true }}
          hashScrollIntoView={false}
        >
          {label}
          {state !== false && <small>{state}</small>}
        </Link>
      ))}
    </div>
  )
}

type RepeatFieldsProps = RepeatProps & {
  /** Null while a value is out of range. */
  rate: Burst | null
  progress: { done: number; total: number } | null
  startButton: { loading: boolean; onClick: () => void }
  onStop: () => void
  error: Error | null
}

/** Starts and stops a burst of the action, and shows how far it is. */
function RepeatFields({ repeat, rate, progress, onChange, startButton, onStop, error }: RepeatFieldsProps) {
  return (
    <Fieldset variant="unstyled" className={classes.repeat}>
      <legend className={layout.label}>{t.repeat}</legend>
      <Group align="start" gap="sm">
        <RepeatInputs repeat={repeat} onChange={onChange} />
        <Group mt={22} gap="sm">
          {rate && (
            <Text size="sm" c="dimmed">
              {t.total((rate.perSecond * rate.seconds).toLocaleString(language))}
            </Text>
          )}
          {progress === null ? (
            <Button variant="default" {...startButton}>
              {t.start}
            </Button>
          ) : (
            <Button color="red" onClick={onStop}>
              {t.stop}
            </Button>
          )}
        </Group>
      </Group>
      {error && <ErrorAlert error={error} />}
      {progress && (
        <Progress.Root mt="sm">
          <Progress.Section
            value={(100 * progress.done) / progress.total}
            aria-label={`${progress.done} / ${progress.total}`}
          />
        </Progress.Root>
      )}
    </Fieldset>
  )
}

type RepeatProps = { repeat: Repeat; onChange: (changed: Partial<Repeat>) => void }

/** The rate and the duration of a burst. */
function RepeatInputs({ repeat: { perSecond, seconds }, onChange }: RepeatProps) {
  return (
    <>
      <NumberInput
        label={t.perSecond(maxRepeat.perSecond)}
        value={perSecond}
        onChange={(entered) => onChange({ perSecond: entered })}
        error={!isCountUpTo(maxRepeat.perSecond, perSecond) && t.outOfRange(maxRepeat.perSecond)}
        min={1}
        max={maxRepeat.perSecond}
        clampBehavior="none"
        w={150}
      />
      <NumberInput
        label={t.seconds(maxRepeat.seconds)}
        value={seconds}
        onChange={(entered) => onChange({ seconds: entered })}
        error={!isCountUpTo(maxRepeat.seconds, seconds) && t.outOfRange(maxRepeat.seconds)}
        min={1}
        max={maxRepeat.seconds}
        clampBehavior="none"
        w={150}
      />
    </>
  )
}

/** A number out of range is marked at once, an empty field when the action is run. */
function problemText(problem: InputProblem, isWarned: boolean): string | null {
  if (problem === 'MISSING') return isWarned ? t.required : null
  return problem && t.outside(problem.min, problem.max)
}

function isCountUpTo(max: number, value: number | string): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max
}
