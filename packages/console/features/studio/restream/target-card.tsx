import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, type RestreamStatus } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { restreamQuery, type RestreamTarget } from './restream-query.ts'
import { TargetForm, type TargetValues } from './target-form.tsx'

const t = strings('restream')
const colors: Record<RestreamStatus['state'], string> = {
  off: 'gray',
  idle: 'gray',
  connecting: 'orange',
  sending: 'teal',
  waiting: 'orange',
  refused: 'red',
}

/** A target: what happens to it, and its switch. */
export function TargetCard({ target }: { target: RestreamTarget }) {
  const { targetId, name, rtmpUrl, isEnabled, status } = target
  const [isEditing, setEditing] = useState(false)
  const queries = useQueryClient()
  const update = (body: Partial<TargetValues> & { isEnabled?: boolean }) =>
    api(consoleApi.restream.updateRestreamTarget, { pathParams: { targetId }, body })
  const toggle = useMutation({
    mutationFn: (on: boolean) => update({ isEnabled: on }),
    onSettled: () => queries.invalidateQueries(restreamQuery),
  })
  const remove = async () => {
    await api(consoleApi.restream.deleteRestreamTarget, { pathParams: { targetId } })
    await queries.invalidateQueries(restreamQuery)
  }
  const save = ({ streamKey, ...values }: TargetValues) => update({ ...values, ...(streamKey !== '' && { streamKey }) })
  return (
    <section className="card" aria-labelledby={`target-${targetId}`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <h2 id={`target-${targetId}`} dir="auto">
            {name}
          </h2>
          <Switch
            aria-label={t.send(name)}
            checked={toggle.isPending ? toggle.variables : isEnabled}
            onChange={(event) => toggle.mutate(event.currentTarget.checked)}
          />
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} dir="ltr">
          {rtmpUrl}
        </Text>
        <Status status={status} />
        {toggle.error && <ErrorAlert error={toggle.error} />}
        {isEditing ? (
          <TargetForm
            label={t.editOf(name)}
            saved={{ name, rtmpUrl }}
            submitLabel={t.save}
            save={save}
            onDone={() => setEditing(false)}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setEditing(true)} aria-label={t.editOf(name)}>
              {t.edit}
            </Button>
            <ConfirmButton
              label={t.delete}
              ariaLabel={t.deleteOf(name)}
              title={t.deleteTitle}
              confirmLabel={t.delete}
              onConfirm={remove}
            >
              {t.deleteAbout(name)}
            </ConfirmButton>
          </Group>
        )}
      </Stack>
    </section>
  )
}

function Status({ status: { state, problem, retrySec, kbps, droppedFrames } }: { status: RestreamStatus }) {
  return (
    <div>
      <Group gap="sm">
        <Badge component="span" color={colors[state]} size="lg" fw={600} role="status">
          {t.states[state]}
        </Badge>
        {state === 'sending' && kbps > 0 && (
          <Text span size="sm">
            {t.kbps(kbps)}
          </Text>
        )}
      </Group>
      {problem !== null && (
        <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }} dir="auto">
          {t.problems[problem.code](problem.params)} {state === 'refused' && t.refusedHint}
          {retrySec !== null && t.retry(retrySec)}
        </Text>
      )}
      {state === 'sending' && droppedFrames > 0 && (
        <Text size="sm" mt="xs">
          {t.dropped(droppedFrames)}
        </Text>
      )}
    </div>
  )
}
