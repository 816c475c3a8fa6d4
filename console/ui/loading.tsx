import { strings } from '../locales/index.ts'
import classes from './loading.module.css'

/** The outline of a page while its data loads. */
export function Loading() {
  return (
    <div className={classes.outline} role="status" aria-label={strings('common').loading}>
      <span />
      <span />
      <span />
    </div>
  )
}
