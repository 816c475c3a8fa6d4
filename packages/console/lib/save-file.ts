/** Saves text, or the parts of a long one, as a file of the browser. */
export function saveFile(name: string, type: string, text: string | string[]) {
  const url = URL.createObjectURL(new Blob([text].flat(), { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download may start after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
