import type { JsonSchema } from '@onair/tools/describe-schema'
import { describeSchema } from '@onair/tools/describe-schema'
import { localize, language } from '../../lib/language.ts'
import { InlineCode } from './inline-code.tsx'
import { koreanTexts } from './korean-texts.ts'
import { schemaRows, withoutNested } from './schema-rows.ts'
import classes from './reference.module.css'

/** The fields of a value: name, whether it must be there, and what it may be. */
export function ValueTable({
  title,
  schema,
  answered: isResponse = false,
}: {
  title: string
  schema: JsonSchema
  answered?: boolean
}) {
  const rows = schemaRows(schema)
  return (
    <section className={classes.values}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="small soft">
          <InlineCode text={describeValue(schema)} />
        </p>
      ) : (
        <dl>
          {rows.map(({ path, required, schema: property }, at) => (
            <div key={`${path} ${at}`}>
              <dt>
                <code>{path}</code>{' '}
                {isResponse
                  ? !required && <span className={classes.tag}>{t.sometimes}</span>
                  : required && <span className={`${classes.tag} ${classes.required}`}>{t.required}</span>}
              </dt>
              <dd>
                <InlineCode text={describeValue(withoutNested(property))} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function describeValue(schema: JsonSchema): string {
  return language === 'ko' ? describeSchema(schema, korean) : describeSchema(schema)
}

const koreanTypes: Readonly<Record<string, string>> = {
  string: '문자열',
  integer: '정수',
  number: '수',
  boolean: '참·거짓',
  object: '객체',
  array: '목록',
  any: '아무 값',
}

const korean = {
  listOf: (what: string) => `${what}의 목록`,
  or: ' 또는 ',
  atMost: (most: string) => `최대 ${most}`,
  atLeast: (least: string) => `최소 ${least}`,
  between: (least: number, most: string) => `${least}–${most}`,
  characters: (count: number) => `${count}자`,
  items: (count: number) => `${count}개`,
  defaultValue: (value: string) => `기본값 ${value}`,
  type: (name: string) => koreanTypes[name] ?? name,
  description: (description: string) => koreanTexts[description] ?? description,
}

const t = localize({
  ko: { required: '필수', sometimes: '없을 수 있음' },
  en: { required: 'required', sometimes: 'may be missing' },
})
