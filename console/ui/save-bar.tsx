import { Alert, Button, Group, Text } from '@mantine/core'
import { strings } from '../locales/index.ts'
import { ErrorText } from './error-text.tsx'

const { form: t } = strings('common')

type Props = {
  isDirty: boolean
  isInvalid?: boolean
  mutation: { isPending: boolean; isSuccess: boolean; error: unknown }
  onDiscard: () => void
}

/** The save and discard buttons of a form, and the result of saving. */
export function SaveBar({ isDirty, isInvalid = false, mutation, onDiscard }: Props) {
  return (
    <>
      {mutation.error !== null && isDirty && (
        <Alert color="red" role="alert" title={t.saveFailed}>
          <ErrorText error={mutation.error} />
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={mutation.isPending} disabled={!isDirty || isInvalid}>
          {t.save}
        </Button>
        {isDirty && !mutation.isPending && (
          <Button variant="default" onClick={onDiscard}>
            {t.discard}
          </Button>
        )}
        <Text span size="sm" c="dimmed" role="status">
          {mutation.isSuccess && !isDirty && t.saved}
        </Text>
      </Group>
    </>
  )
}
