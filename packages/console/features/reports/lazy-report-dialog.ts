import { lazy } from 'react'
import { loadStrings } from '../../locales/index.ts'

/** The dialog to report something, loaded with its strings when it is opened. */
export const LazyReportDialog = lazy(async () => {
  await loadStrings('reports')
  return import('./components/report-dialog.tsx')
})
