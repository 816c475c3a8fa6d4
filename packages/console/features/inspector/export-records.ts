import { saveFile } from '../../lib/save-file.ts'
import { listRecords, toRecordQuery, type InspectorRecord, type RecordFilters } from './queries/records.ts'
import { recordCurlCommand } from './record-curl.ts'

const maxExportedRecords = 1_000

/** Downloads the newest matching records with headers, bodies and payloads, one JSON object per line. */
export async function exportNdjson(filters: RecordFilters) {
  const records = await loadRecords(filters)
  saveFile('records.ndjson', 'application/x-ndjson', records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}

/** Downloads the newest matching requests as a shell script, the oldest first. */
export async function exportCurl(filters: RecordFilters) {
  const requests = (await loadRecords({ ...filters, kind: 'request' })).toReversed()
  const commands = requests.flatMap(({ date, name, detail }) =>
    detail?.request ? [`# ${date} ${name}\n${recordCurlCommand(detail.request, window.location.protocol)}\n`] : [],
  )
  saveFile('requests.sh', 'text/x-shellscript', ['#!/bin/sh\n', ...commands].join('\n'))
}

async function loadRecords(filters: RecordFilters): Promise<InspectorRecord[]> {
  const records: InspectorRecord[] = []
  let before: number | null = null
  do {
    const query = {
      ...toRecordQuery(filters),
      full: true,
      summary: true,
      size: 100,
      ...(before !== null && { before }),
    }
    const { data, page } = await listRecords(filters.app, query)
    records.push(...data)
    before = page.next
  } while (before !== null && records.length < maxExportedRecords)
  return records.slice(0, maxExportedRecords)
}
