import type { Value } from '@onair/contract/value-words'
import { valueWords } from '@onair/contract/value-words'
import { inLanguage, language } from '../language.ts'
import { InlineCode } from './inline-code.tsx'
import { rowsOf, shallow } from './rows.ts'

/** The fields of a value: name, whether it must be there, and what it may be. */
export function ValueTable({ title, schema, answered = false }: { title: string; schema: Value; answered?: boolean }) {
  const rows = rowsOf(schema)
  return (
    <section className="values">
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="small soft">
          <InlineCode text={inWords(schema)} />
        </p>
      ) : (
        <dl>
          {rows.map(({ path, required, schema: property }, at) => (
            <div key={`${path} ${at}`}>
              <dt>
                <code>{path}</code>{' '}
                {answered
                  ? !required && <span className="tag">{said.sometimes}</span>
                  : required && <span className="tag must">{said.required}</span>}
              </dt>
              <dd>
                <InlineCode text={inWords(shallow(property))} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function inWords(schema: Value): string {
  return language === 'ko' ? valueWords(schema, korean) : valueWords(schema)
}

const korean = {
  listOf: (what: string) => `목록: ${what}`,
  or: ' 또는 ',
  atMost: (most: string) => `최대 ${most}`,
  atLeast: (least: string) => `최소 ${least}`,
  between: (least: number, most: string) => `${least}–${most}`,
  characters: (count: number) => `${count}자`,
  standard: (value: string) => `기본값 ${value}`,
}

const said = inLanguage({
  ko: { required: '필수', sometimes: '없을 수 있음' },
  en: { required: 'required', sometimes: 'may be missing' },
})
