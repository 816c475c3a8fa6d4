import { Badge } from '@mantine/core'
import classes from './live-badge.module.css'

export function LiveBadge() {
  return (
    <Badge variant="filled" className={classes.badge}>
      LIVE
    </Badge>
  )
}
