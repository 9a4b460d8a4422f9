import type { NewRecord, StoredInputItem, StoredItem, StoredResponse } from '../../store/response-record.js'

/** A small but complete record. */
export function record(id: string, fields: Partial<NewRecord> = {}): NewRecord {
  return {
    id,
    owner: 'ada',
    request: { model: 'm-test', input: 'Hi', stream: true, background: true },
    input: [question(`in_${id}`)],
    response: response(id),
    background: true,
    stream: true,
    ...fields,
  }
}

export function response(id: string, fields: Partial<StoredResponse> = {}): StoredResponse {
  return {
    id,
    object: 'response',
    created_at: 1_700_000_000,
    model: 'm-test',
    status: 'queued',
    output: [],
    ...fields,
  }
}

/** Its only output is the answer `out_<id>`. */
export function completed(id: string): StoredResponse {
  return response(id, { status: 'completed', output: [answer(`out_${id}`)] })
}

export function question(id: string, text = 'Hi'): StoredInputItem {
  return { id, type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
}

export function answer(
  id: string,
): StoredItem & { id: string; type: 'message'; role: 'assistant'; status: 'completed'; content: [] } {
  return { id, type: 'message', role: 'assistant', status: 'completed', content: [] }
}

export function idsOf(items: readonly StoredItem[] | undefined): (string | null | undefined)[] | undefined {
  return items?.map((item) => ('id' in item ? item.id : undefined))
}
