import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { counted } from '../counted.ts'
import { isSignedOut, waitOf } from '../api.ts'
import { inLanguage } from '../language.ts'
import { Loading } from './loading.tsx'
import { Reason } from './reason.tsx'

type Given = { error: unknown; again?: () => void; readAgain?: () => void }

/** What went wrong, and what to do next. A reading that was too much goes on by itself; what changes something does not. */
export function Failed({ error, again, readAgain }: Given) {
  // Whoever is not signed in is on the way to the page for that.
  if (isSignedOut(error)) return <Loading />
  if (waitOf(error) !== null && readAgain !== undefined) return <GoesOn error={error} readAgain={readAgain} />
  return (
    <Alert color="red" title={said.title} role="alert">
      <Reason error={error} />
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={readAgain ?? again ?? (() => window.location.reload())}>
          {said.again}
        </Button>
      </Group>
    </Alert>
  )
}

/** Too much was asked from here. It goes on by itself when the time is over. */
function GoesOn({ error, readAgain }: { error: unknown; readAgain: () => void }) {
  const read = useRef(readAgain)
  useEffect(() => {
    read.current = readAgain
  })
  useEffect(() => {
    const timer = setTimeout(() => read.current(), (waitOf(error) ?? 0) * 1_000)
    return () => clearTimeout(timer)
  }, [error])
  return (
    <Alert color="ink" title={said.tooMany} role="alert">
      {said.wait(waitOf(error) ?? 0)}
    </Alert>
  )
}

const said = inLanguage({
  ko: {
    title: '요청을 처리하지 못했습니다',
    again: '다시 시도',
    tooMany: '이 네트워크에서 너무 많이 요청했습니다',
    wait: (sec: number) => `${sec}초 뒤에 저절로 이어집니다. 그대로 두셔도 됩니다.`,
  },
  en: {
    title: 'That did not work',
    again: 'Try again',
    tooMany: 'Too much was asked from your network',
    wait: (sec: number) => `This goes on by itself in ${counted(sec, 'second')}; there is nothing you need to do.`,
  },
})
