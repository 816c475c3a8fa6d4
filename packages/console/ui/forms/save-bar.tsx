import { Alert, Button, Text } from '@mantine/core'
import { strings } from '../../locales/index.ts'
import { ErrorText } from './error-text.tsx'
import classes from './save-bar.module.css'
import layout from '../layout.module.css'

const { form: t } = strings('common')

type Props = {
  isDirty: boolean
  isInvalid?: boolean
  /** A short list of the changes that are not saved. */
  changed?: string
  mutation: { isPending: boolean; isSuccess: boolean; error: unknown }
  onDiscard: () => void
}

/** The save and discard buttons of a form, and the result of saving. */
export function SaveBar({ isDirty, isInvalid = false, changed, mutation, onDiscard }: Props) {
  return (
    <>
      {mutation.error !== null && isDirty && (
        <Alert color="red" role="alert" title={t.saveFailed}>
          <ErrorText error={mutation.error} />
        </Alert>
      )}
      <div className={`${layout.rowActions} ${isDirty ? classes.isDirty : ''}`}>
        <Button type="submit" loading={mutation.isPending} disabled={!isDirty || isInvalid}>
          {t.save}
        </Button>
        {isDirty && !mutation.isPending && (
          <Button variant="default" onClick={onDiscard}>
            {t.discard}
          </Button>
        )}
        <Text span size="sm" c="dimmed" role="status">
          {isDirty && !mutation.isPending && [t.unsaved, changed].filter((text) => text !== undefined).join(' ')}
          {mutation.isSuccess && !isDirty && t.saved}
        </Text>
      </div>
    </>
  )
}
