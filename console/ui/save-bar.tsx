import { Alert, Button, Group } from '@mantine/core'
import { localize } from '../lib/language.ts'
import { ErrorText } from './error-text.tsx'

type Props = {
  isDirty: boolean
  isInvalid?: boolean
  mutation: { isPending: boolean; isSuccess: boolean; error: unknown }
  onDiscard: () => void
}

/** The end of a form: save what was changed, or let go of it; and what became of it. */
export function SaveBar({ isDirty, isInvalid = false, mutation, onDiscard }: Props) {
  return (
    <>
      {mutation.error !== null && isDirty && (
        <Alert color="red" role="alert" title={t.refused}>
          <ErrorText error={mutation.error} />
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={mutation.isPending} disabled={!isDirty || isInvalid}>
          {t.save}
        </Button>
        {isDirty && !mutation.isPending && (
          <Button variant="default" onClick={onDiscard}>
            {t.undo}
          </Button>
        )}
        <span role="status" className="small soft">
          {mutation.isSuccess && !isDirty && t.saved}
        </span>
      </Group>
    </>
  )
}

const t = localize({
  ko: { refused: '저장하지 못했습니다', save: '저장', undo: '되돌리기', saved: '저장했습니다.' },
  en: { refused: 'It was not saved', save: 'Save', undo: 'Undo', saved: 'Saved.' },
})
