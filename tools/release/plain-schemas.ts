import { dirname, relative } from 'node:path'
import type { EmittedModule } from './modules.ts'

// The compiler emits the types of schemas as those of typebox, from which each project that uses the SDK would infer the
// types of values again: 3,600,000 instantiations for a program of 24 lines. Here every schema names the type of its values.

const schemaModule: EmittedModule = {
  path: 'packages/contract/schema.d.ts',
  code: `declare const valueType: unique symbol
/** A JSON Schema. \`Value\`: the type of its values. */
export interface Schema<Value = unknown> {
  readonly [keyword: string]: unknown
  readonly [valueType]: Value
}
/** The type of the values of a schema. */
export type Static<S extends Schema> = S[typeof valueType]
`,
  imports: { files: [], packages: [] },
}

/** Replaces the types of typebox in declarations by the types of the values. */
export function usePlainSchemas(declarations: readonly EmittedModule[]): EmittedModule[] {
  const plain = declarations.map((declaration) => {
    const { path, imports } = declaration
    if (!imports.packages.includes('typebox')) return declaration
    const specifier = relative(dirname(path), schemaModule.path.replace(/\.d\.ts$/, '.js'))
    const module = specifier.startsWith('.') ? specifier : `./${specifier}`
    const packages = imports.packages.filter((name) => name !== 'typebox')
    return { path, code: withPlainSchemas(declaration.code, module), imports: { ...imports, packages } }
  })
  return plain.some((declaration, index) => declaration !== declarations[index]) ? [...plain, schemaModule] : plain
}

/** `module`: the specifier of the module with `Schema` and `Static`. */
export function withPlainSchemas(code: string, module: string): string {
  let plain = ''
  let at = 0
  for (let start = code.indexOf(prefix); start !== -1; start = code.indexOf(prefix, at)) {
    const { end } = readType(code, start)
    plain += `${code.slice(at, start)}import('${module}').Schema<${valueOf(code.slice(start, end))}>`
    at = end
  }
  for (const [, names = ''] of code.matchAll(/^import type \{([^}]*)\} from 'typebox'/gm))
    for (const name of names.split(',').map((part) => part.trim()))
      if (!importedNames.has(name)) throw new Error(`${name} of typebox has no plain type: let the compiler infer it.`)
  return (plain + code.slice(at))
    .replace(/^import type \{[^}]*\} from 'typebox';?$/m, `import type { Schema, Static } from '${module}'`)
    .replaceAll(/\bT(Object|Schema)\b/g, 'Schema')
}

/** The types of typebox that a declaration may import by name. */
export const importedNames: ReadonlySet<string> = new Set(['Static', 'TObject', 'TSchema'])
const prefix = "import('typebox')."

/** Names a type of typebox; `end` is after its arguments and after a type with which it is intersected. */
function readType(code: string, start: number) {
  const name = /^\w+/.exec(code.slice(start + prefix.length))![0]
  const afterName = start + prefix.length + name.length
  const afterArguments = code[afterName] === '<' ? endOfGroup(code, afterName) : afterName
  const argument = code.slice(afterName + 1, Math.max(afterName + 1, afterArguments - 1)).trim()
  const intersected = /^\s*&\s*(?=\{)/.exec(code.slice(afterArguments))
  const end = intersected === null ? afterArguments : endOfGroup(code, afterArguments + intersected[0].length)
  return { name, argument, end }
}

/** The type of the values of a schema. */
function valueOf(schema: string): string {
  // A type parameter.
  if (/^\w+$/.test(schema)) return `Static<${schema}>`
  const { name, argument, end } = schema.startsWith(prefix) ? readType(schema, 0) : { name: '', argument: '', end: 0 }
  if (end !== schema.length) throw new Error(`The values of this type are not known: ${schema}`)
  switch (name) {
    case 'TString':
      return 'string'
    case 'TInteger':
    case 'TNumber':
      return 'number'
    case 'TBoolean':
      return 'boolean'
    case 'TNull':
      return 'null'
    case 'TUnknown':
    case 'TSchema':
      return 'unknown'
    case 'TLiteral':
    case 'TUnsafe':
      return argument
    case 'TOptional':
      return valueOf(argument)
    case 'TArray':
      return `Array<${valueOf(argument)}>`
    case 'TEnum':
      return `(${argument})[number]`
    case 'TUnion':
      return membersOf(argument).map(valueOf).join(' | ')
    case 'TObject':
      return `{ ${membersOf(argument).map(propertyOf).join('; ')} }`
    default:
      throw new Error(`typebox.${name} has no plain type.`)
  }
}

function propertyOf(property: string): string {
  const [, comment = '', name, schema = ''] =
    /^(\/\*.*?\*\/\s*)?([\w$]+|'[^']*'|"[^"]*"):\s*(.*)$/s.exec(property) ?? []
  if (name === undefined) throw new Error(`This is not a property of a schema: ${property}`)
  return `${comment}${name}${schema.startsWith(`${prefix}TOptional<`) ? '?' : ''}: ${valueOf(schema)}`
}

/** The members of a tuple or of an object type. */
function membersOf(group: string): string[] {
  const members: string[] = []
  let start = 1
  for (let at = 1; at < group.length - 1; at = endOfToken(group, at))
    if (group[at] === ',' || group[at] === ';') {
      members.push(group.slice(start, at))
      start = at + 1
    }
  members.push(group.slice(start, -1))
  return members.map((member) => member.trim()).filter((member) => member !== '')
}

const closing: Record<string, string> = { '<': '>', '(': ')', '[': ']', '{': '}' }

/** The index after a bracket at this index and the one that closes it. */
function endOfGroup(code: string, start: number): number {
  const close = closing[code[start]!]
  for (let at = start + 1; at < code.length; at = endOfToken(code, at)) if (code[at] === close) return at + 1
  throw new Error(`A bracket is not closed: ${code.slice(start, start + 100)}`)
}

/** The index after the group, the string, the comment, the arrow or the character at this index. */
function endOfToken(code: string, at: number): number {
  if ('<([{'.includes(code[at]!)) return endOfGroup(code, at)
  const [text] = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*.*?\*\/|=>)/s.exec(code.slice(at, at + 2_000)) ?? [' ']
  return at + text.length
}
