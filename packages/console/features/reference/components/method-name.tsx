import { Text } from '@mantine/core'

const tones: Readonly<Record<string, string>> = {
  GET: 'blue',
  POST: 'green',
  PUT: 'amber',
  PATCH: 'amber',
  DELETE: 'red',
}

/** The method of an operation, in its colour. */
export function MethodName({ method, size = 'xs' }: { method: string; size?: 'xs' | 'md' }) {
  return (
    <Text span ff="monospace" fw={600} size={size} c={`var(--hue-${tones[method]})`}>
      {method}
    </Text>
  )
}
