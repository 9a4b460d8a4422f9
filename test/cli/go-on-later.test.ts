import { expect, test } from 'vitest'
import { goOnLater } from '../../src/cli/go-on-later.js'
import { Millrace } from '../../src/client/millrace.js'

const target = {
  client: new Millrace({ apiKey: null }),
  place: { host: 'api.example', hasKey: false },
  remarks: [],
  isOurs: false,
  close: async () => {},
}
const stream = { responseId: 'resp_1', cursor: { response_id: 'resp_1', sequence_number: 7 } }

test('the commands can be pasted into a shell, whatever the schema is called', () => {
  const options = { schema: "dir/it's one.json", strictSchema: false, baseUrl: 'http://a/v1' }
  expect(goOnLater(stream, target, options, 'interrupted')).toEqual([
    'The response goes on at the server.',
    'To read on:',
    `  millrace resume resp_1 --after 7 --schema 'dir/it'\\''s one.json' --no-strict-schema --base-url http://a/v1`,
    'To stop it:',
    '  millrace cancel resp_1 --base-url http://a/v1',
  ])
})

test('of our own server there is nothing to come back to', () => {
  expect(goOnLater(stream, { ...target, isOurs: true }, {}, 'interrupted')).toEqual([
    'The built-in server ends with this command, and the response with it.',
  ])
})
