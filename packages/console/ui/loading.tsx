import { strings } from '../locales/index.ts'
import classes from './loading.module.css'

/** The outline of what loads. `minHeight`, a CSS length or px, keeps the space of high content, so that what follows does not move. */
export function Loading({ minHeight }: { minHeight?: number | string | undefined }) {
  return (
    <div className={classes.outline} style={{ minHeight }} role="status" aria-label={strings('common').loading}>
      <span />
      <span />
      <span />
    </div>
  )
}
