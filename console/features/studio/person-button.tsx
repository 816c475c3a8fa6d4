import { Button } from '@mantine/core'
import { strings } from '../../locales/index.ts'

const { person: t } = strings('studio')

export type Person = { channelId: string; channelName: string }
type Props = { person: Person; onClick: (person: Person) => void }

/** Opens what a moderator sees of a person, and can do. */
export function PersonButton({ person, onClick }: Props) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      px={0}
      aria-label={t.manageOne(person.channelName)}
      onClick={() => onClick(person)}
    >
      {t.manage}
    </Button>
  )
}
