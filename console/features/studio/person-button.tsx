import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useVisitorChannelId } from '../../lib/visitor.ts'
import { strings } from '../../locales/index.ts'

const { person: t } = strings('studio')

const PersonDialog = lazy(() => import('../watch/person-dialog.tsx'))

/** Opens what a moderator of the visitor's channel sees of a person, and can do. */
export function PersonButton({ person }: { person: { channelId: string; channelName: string } }) {
  const channelId = useVisitorChannelId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        px={0}
        aria-label={t.manageOne(person.channelName)}
        onClick={() => setOpen(true)}
      >
        {t.manage}
      </Button>
      <Suspense>
        {isOpen && <PersonDialog channelId={channelId} person={person} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
