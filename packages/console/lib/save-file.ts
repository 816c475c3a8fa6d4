/** Saves text, the parts of a long one, or a picture as a file of the browser. */
export function saveFile(name: string, type: string, text: string | string[] | Blob) {
  const url = URL.createObjectURL(new Blob([text].flat(), { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download may start after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
