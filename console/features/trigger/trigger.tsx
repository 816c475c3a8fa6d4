import { Button, Group, NumberInput, Progress, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { sandboxApi, type ContentOf } from '@onair/contract'
import { actionNames, repeatableActions, fieldsOf, type Action, type Values } from '@onair/contract/sandbox/actions'
import { actionDefaults } from '../../lib/action-defaults.ts'
import { actionLabels } from './action-labels.ts'
import { actionCurlCommand } from './actions.ts'
import { api } from '../../lib/api.ts'
import { localize } from '../../lib/language.ts'
import { isSandbox } from '../../lib/page-settings.ts'
import { ActionInput, type Person } from './action-input.tsx'
import { ClockCard } from './clock-card.tsx'
import { CopyableText } from '../../ui/copyable-text.tsx'
import { ActionLog } from './action-log.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { useActionRunner } from './use-action-runner.ts'
import classes from './trigger.module.css'

/** Lets people act and time go by; in a sandbox alone. */
export function Trigger() {
  const overview = useQuery({
    queryKey: ['overview'],
    queryFn: () => api(sandboxApi.people.getOverview),
    enabled: isSandbox,
    staleTime: Infinity,
  })
  const people = useQuery({
    queryKey: ['people'],
    queryFn: () => api(sandboxApi.people.listPeople),
    enabled: isSandbox,
  })
  if (!isSandbox) return <NotFound />
  const error = overview.error ?? people.error
  if (error) return <ErrorAlert error={error} />
  if (!overview.data || !people.data) return <Loading />
  const { people: demoPeople } = overview.data.demo
  const demoChannelIds = new Set(demoPeople.map(({ channelId }) => channelId))
  // The list ends with those who came last; the cast of the first day is always among those to choose from.
  const otherPeople = people.data.data.filter(({ channelId }) => !demoChannelIds.has(channelId))
  return <TriggerPad overview={overview.data} people={[...demoPeople, ...otherPeople]} />
}

type Props = { overview: ContentOf<typeof sandboxApi.people.getOverview>; people: readonly Person[] }

function TriggerPad({ overview, people }: Props) {
  const { act = 'chat' } = useSearch({ from: '/console/trigger' })
  const runner = useActionRunner()
  const [editedValues, setEditedValues] = useState<Partial<Record<Action, Values>>>({})
  const values: Values = editedValues[act] ?? actionDefaults(act, overview)
  const [perSecond, setPerSecond] = useState<number | string>(5)
  const [seconds, setSeconds] = useState<number | string>(10)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void runner.once(act, values)
  }
  return (
    <Stack gap="lg">
      <PageTitle about={t.about}>{t.title}</PageTitle>
      <div className={classes.page}>
        <nav className={`card ${classes.actions}`} aria-label={t.acts}>
          {actionNames.map((name) => (
            <Link key={name} to="/console/trigger" search={{ act: name }} data-chosen={name === act || undefined}>
              {actionLabels.actions[name]}
            </Link>
          ))}
        </nav>
        <Stack gap="md">
          <form className="card" onSubmit={submit} aria-labelledby="act">
            <Stack gap="md">
              <h2 id="act">{actionLabels.actions[act]}</h2>
              {fieldsOf(act).map((spec) => (
                <ActionInput
                  key={`${act} ${spec.field}`}
                  spec={spec}
                  value={values[spec.field]}
                  people={people}
                  onChange={(value) => setEditedValues({ ...editedValues, [act]: { ...values, [spec.field]: value } })}
                />
              ))}
              <Group>
                <Button type="submit">{t.once}</Button>
                <CopyableText value={actionCurlCommand(act, values, overview.baseUrl)} shown="curl …" />
              </Group>
              {repeatableActions.has(act) && (
                <fieldset className={classes.repeat}>
                  <legend>{t.burst}</legend>
                  <Group align="end" gap="sm">
                    <NumberInput
                      label={t.perSecond}
                      value={perSecond}
                      onChange={setPerSecond}
                      min={1}
                      max={50}
                      w={130}
                    />
                    <NumberInput label={t.seconds} value={seconds} onChange={setSeconds} min={1} max={60} w={130} />
                    {runner.running === null ? (
                      <Button
                        variant="default"
                        onClick={() =>
                          runner.burst(act, values, {
                            perSecond: clampToInteger(perSecond, 50),
                            seconds: clampToInteger(seconds, 60),
                          })
                        }
                      >
                        {t.start}
                      </Button>
                    ) : (
                      <Button color="red" onClick={runner.stop}>
                        {t.stop}
                      </Button>
                    )}
                  </Group>
                  {runner.running && (
                    <Progress.Root mt="sm">
                      <Progress.Section
                        value={(100 * runner.running.done) / runner.running.total}
                        aria-label={`${runner.running.done} / ${runner.running.total}`}
                      />
                    </Progress.Root>
                  )}
                </fieldset>
              )}
            </Stack>
          </form>
          <ActionLog deeds={runner.deeds} />
        </Stack>
        <ClockCard />
      </div>
    </Stack>
  )
}

function clampToInteger(value: number | string, max: number): number {
  return typeof value === 'number' ? Math.min(max, Math.max(1, Math.round(value))) : 1
}

const t = localize({
  ko: {
    title: '트리거 패드',
    about: '여기서 하는 일은 모두 진짜입니다. 같은 코드가 같은 이벤트를 만들고, 채널의 규칙도 그대로 적용됩니다.',
    acts: '할 일',
    once: '실행',
    burst: '여러 번',
    perSecond: '1초에 몇 번',
    seconds: '몇 초 동안',
    start: '시작',
    stop: '멈추기',
  },
  en: {
    title: 'Trigger pad',
    about: 'What is done here is real: the same code makes the same events, and the rules of the channel hold.',
    acts: 'Acts',
    once: 'Do it',
    burst: 'Many times',
    perSecond: 'Times a second',
    seconds: 'Seconds',
    start: 'Begin',
    stop: 'Stop',
  },
})
