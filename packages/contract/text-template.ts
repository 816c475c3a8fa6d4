/** The parameters of a text, written `{name}` in it. */
export type ParamNamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNamesIn<Rest>
  : never

export function fillTemplate(text: string, params: object): string {
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => String((params as Readonly<Record<string, unknown>>)[name]))
}
