import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { loadStrings, strings } from '../../../locales/index.ts'
import { useStudioChannelId } from '../studio-channel.ts'

const { person: t } = strings('studio')

const PersonDialog = lazy(async () => {
  await loadStrings('moderation')
  return import('../../watch/chat/person-dialog.tsx')
})

type Props = {
  person: { channelId: string; channelName: string }
  /** Whether the button is the name of the person. */
  isName?: boolean
}

/** Opens what a moderator of the channel sees of a person, and can do. */
export function PersonButton({ person, isName = false }: Props) {
  const channelId = useStudioChannelId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        {...(isName ? { variant: 'transparent', color: 'ink', fz: 'md', px: 0 } : { variant: 'default' })}
        aria-label={t.manageOne(person.channelName)}
        onClick={() => setOpen(true)}
      >
        {isName ? <bdi>{person.channelName}</bdi> : t.manage}
      </Button>
      <Suspense>
        {isOpen && <PersonDialog channelId={channelId} person={person} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
