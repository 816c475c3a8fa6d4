import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sandboxApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { resetSandbox } from '../../sandbox/queries.ts'
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import layout from '../../../ui/layout.module.css'

const { reset: t } = strings('trigger')

/** Resets the sandbox, after a dialog with what this deletes. */
export function ResetCard() {
  return (
    <section className={layout.danger} aria-labelledby="reset">
      <h2 id="reset">{t.title}</h2>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        {t.about}
      </Text>
      <ConfirmButton label={t.button} title={t.dialogTitle} confirmLabel={t.confirm} onConfirm={resetSandbox}>
        <Deleted />
      </ConfirmButton>
    </section>
  )
}

function Deleted() {
  const query = useQuery({ queryKey: ['reset-counts'], queryFn: () => api(sandboxApi.demo.getResetCounts) })
  return (
    <>
      {t.deletes}
      <QueryBoundary query={query} minHeight="12rem">
        {(counts) => (
          <ul className={layout.steps}>
            {[...t.counts(counts), t.others].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <Text mt="sm" inherit>
        {t.restored}
      </Text>
    </>
  )
}
