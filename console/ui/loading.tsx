import { Center, Loader } from '@mantine/core'
import { strings } from '../locales/index.ts'

export function Loading() {
  return (
    <Center p="xl" role="status" aria-label={strings('common').loading}>
      <Loader size="sm" color="gray" />
    </Center>
  )
}
