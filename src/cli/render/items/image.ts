import { block } from '../block.js'
import { fieldsOf, textOf } from '../fields.js'
import { describeImage, imageExtension } from '../image.js'
import type { ItemView } from '../item-view.js'

export const imageGeneration: ItemView = {
  activity: () => 'drawing an image',
  block(item) {
    const base64 = textOf(item.result)
    const prompt = textOf(item.revised_prompt) || textOf(item.prompt)
    const asked = prompt === '' ? [] : [`Prompt: ${prompt}`]
    if (base64 === '')
      return block('Image: none came', [...asked, textOf(fieldsOf(item.error).message)].filter(Boolean))
    return block(`Image: ${describeImage(base64)}`, [...asked, ...howToSave(base64)])
  },
}

/** stdout is for text, so the bytes are not written there; with `--json` they are in the events. */
function howToSave(base64: string): string[] {
  return [
    'To save it, run with --json and decode the result:',
    `  … --json | jq -r '.item.result? // empty' | tail -1 | base64 -d > image.${imageExtension(base64)}`,
  ]
}
