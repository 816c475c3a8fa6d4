/** `1 minute`, `2,000 minutes`: so many of something, in English. */
export function counted(count: number | string, one: string): string {
  const many = Number(count)
  return `${many.toLocaleString('en')} ${one}${many === 1 ? '' : 's'}`
}
