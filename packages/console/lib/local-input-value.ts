/** The value of a `datetime-local` input, in the time zone of the browser. */
export function localInputValue(at: number): string {
  const date = new Date(at)
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
