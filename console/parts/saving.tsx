import { Alert, Button, Group } from '@mantine/core'
import { inLanguage } from '../language.ts'
import { Reason } from './reason.tsx'

type Given = {
  hasChanged: boolean
  isWrong?: boolean
  saving: { isPending: boolean; isSuccess: boolean; error: unknown }
  undo: () => void
}

/** The end of a form: save what was changed, or let go of it; and what became of it. */
export function Saving({ hasChanged, isWrong = false, saving, undo }: Given) {
  return (
    <>
      {saving.error !== null && hasChanged && (
        <Alert color="red" role="alert" title={said.refused}>
          <Reason error={saving.error} />
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={saving.isPending} disabled={!hasChanged || isWrong}>
          {said.save}
        </Button>
        {hasChanged && !saving.isPending && (
          <Button variant="default" onClick={undo}>
            {said.undo}
          </Button>
        )}
        <span role="status" className="small soft">
          {saving.isSuccess && !hasChanged && said.saved}
        </span>
      </Group>
    </>
  )
}

const said = inLanguage({
  ko: { refused: '저장하지 못했습니다', save: '저장', undo: '되돌리기', saved: '저장했습니다.' },
  en: { refused: 'It was not saved', save: 'Save', undo: 'Undo', saved: 'Saved.' },
})
