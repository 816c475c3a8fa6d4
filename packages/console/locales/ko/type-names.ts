/** The types of JSON values. */
export const typeNames: Readonly<Record<string, string>> = {
  string: '문자열',
  integer: '정수',
  number: '숫자',
  boolean: '불리언',
  object: '객체',
  array: '배열',
  any: '모든 타입',
}
