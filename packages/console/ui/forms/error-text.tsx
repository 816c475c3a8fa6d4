import { errorMessage, useErrorStrings } from '../../lib/error-message.ts'

/** The sentence for an error; for an unknown error also the server's own text. */
export function ErrorText({ error }: { error: unknown }) {
  const { sentence, original } = errorMessage(error, useErrorStrings())
  return (
    <>
      {sentence}
      {original !== null && (
        <>
          {' '}
          <code lang="en">{original}</code>
        </>
      )}
    </>
  )
}
