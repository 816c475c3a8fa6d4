import { Badge } from '@mantine/core'

const colors = { '--badge-bg': 'var(--live-badge)', '--badge-color': 'var(--on-live-badge)' }

export function LiveBadge() {
  return (
    <Badge variant="filled" vars={() => ({ root: colors })}>
      LIVE
    </Badge>
  )
}
