import { describe, expect, test } from 'vitest'
import { completed, created } from '../../../src/testing/event-builders.js'
import { fold } from '../fold.js'

const item = { id: 'ig_0', type: 'image_generation_call', status: 'in_progress', result: null }
const added = { type: 'response.output_item.added', output_index: 0, item }
const preview = (image: unknown): object => {
  return {
    type: 'response.image_generation_call.partial_image',
    item_id: 'ig_0',
    output_index: 0,
    partial_image_index: 0,
    partial_image_b64: image,
  }
}
const events = [created(), added, preview('first'), preview('second')]

describe('previews', () => {
  test('are no part of the response, and are not kept', () => {
    const { draft, output } = fold(events)
    expect([output, draft.partialImageAt(0), JSON.stringify(draft.state()).includes('second')]).toEqual([
      [item],
      undefined,
      false,
    ])
  })

  test('on request are kept, the last one, beside the response', () => {
    const { draft, output } = fold([...events, preview(7)], { keepPartialImages: 'last' })
    expect([output, draft.partialImageAt(0), draft.partialImageAt(1)]).toEqual([[item], 'second', undefined])
    expect(draft.state().items).toEqual([{ index: 0, rank: 0, partial_image: 'second' }])
  })

  test('are gone once the image is there', () => {
    const done = {
      ...added,
      type: 'response.output_item.done',
      item: { ...item, status: 'completed', result: 'image' },
    }
    const { draft } = fold([...events, done, preview('late')], { keepPartialImages: 'last' })
    expect(draft.state().items).toEqual([{ index: 0, rank: 3, done: true }])
    expect(
      fold([...events, completed([])], { keepPartialImages: 'last' }).draft.partialImageAt(0),
    ).toBeUndefined()
  })

  test('of an unknown item are left out', () => {
    expect(fold([created(), preview('x')], { keepPartialImages: 'last' }).output).toEqual([])
  })
})
