import type { InspectorRecordSummary, RecordDetail } from '@onair/contract'

const maxTextLength = 120

/**
 * Who sent what, from the payload of an event or a message, or from the body of a request, and why it was refused or failed.
 * Null where the record says none of this.
 */
export function summarizeRecord({ payload, request, reason, failure }: RecordDetail): InspectorRecordSummary | null {
  const fields = fieldsOf(payload?.text ?? request?.body?.text ?? '') ?? {}
  const summary = {
    sender: textOf(fields, ['donatorNickname', 'subscriberNickname', 'nickname']),
    text: textOf(fields, ['content', 'message', 'donationText', 'rewardName', 'eventType']),
    amount: amountOf(fields['payAmount']),
    reason,
    failure,
  }
  return Object.values(summary).some((value) => value !== null) ? summary : null
}

type Fields = Record<string, unknown>

/** The fields of the object in a text, which may be a Socket.IO packet such as `42["CHAT","{…}"]`. */
function fieldsOf(text: string): Fields | null {
  const start = text.search(/[[{]/)
  if (start < 0) return null
  const value = unwrap(parseJson(text.slice(start)))
  if (!isObject(value)) return null
  const { profile } = value
  const nested = unwrap(profile)
  return isObject(nested) ? { ...nested, ...value } : value
}

function unwrap(value: unknown): unknown {
  if (Array.isArray(value)) return unwrap(value[1])
  return typeof value === 'string' ? parseJson(value) : value
}

/** Undefined for a text that is not JSON, or is cut off. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function textOf(fields: Fields, names: readonly string[]): string | null {
  const text = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof text === 'string' ? Array.from(text).slice(0, maxTextLength).join('') : null
}

function amountOf(value: unknown): number | null {
  const amount = Number(value)
  return value !== null && value !== '' && Number.isSafeInteger(amount) ? amount : null
}
