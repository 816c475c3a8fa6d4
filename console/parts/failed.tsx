import { Alert, Button, Group } from '@mantine/core'
import { isSignedOut } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Loading } from './loading.tsx'
import { Reason } from './reason.tsx'

/** What went wrong, and what to do next. */
export function Failed({ error, again }: { error: unknown; again?: () => void }) {
  // Whoever is not signed in is on the way to the page for that.
  if (isSignedOut(error)) return <Loading />
  return (
    <Alert color="red" title={said.title} role="alert">
      <Reason error={error} />
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={again ?? (() => window.location.reload())}>
          {said.again}
        </Button>
      </Group>
    </Alert>
  )
}

const said = inLanguage({
  ko: { title: '요청을 처리하지 못했습니다', again: '다시 시도' },
  en: { title: 'That did not work', again: 'Try again' },
})
