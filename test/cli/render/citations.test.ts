import { expect, test } from 'vitest'
import { citationsBlock } from '../../../src/cli/render/citations.js'

const cites = (...annotations: object[]) => ({
  type: 'message',
  content: [{ type: 'output_text', text: '', annotations }],
})
const web = (url: string, title?: string) => ({
  type: 'url_citation',
  url,
  title,
  start_index: 0,
  end_index: 1,
})

test('numbered, title and address, each source once', () => {
  const output = [
    cites(web('https://a.example', 'A'), web('https://b.example', 'B')),
    cites(web('https://a.example', 'A'), web('https://c.example')),
  ]
  expect(citationsBlock(output)).toEqual({
    lines: [
      'Sources:',
      '  1. A',
      '     https://a.example',
      '  2. B',
      '     https://b.example',
      '  3. https://c.example',
    ],
  })
})

test('files by name and id', () => {
  const output = [
    cites(
      { type: 'file_citation', filename: 'notes.txt', file_id: 'file_1', index: 3 },
      { type: 'container_file_citation', filename: 'plot.png', file_id: 'cfile_1', container_id: 'cntr_1' },
      { type: 'file_path', file_id: 'file_2', index: 0 },
    ),
  ]
  expect(citationsBlock(output)?.lines).toEqual([
    'Sources:',
    '  1. notes.txt',
    '     file_1',
    '  2. plot.png',
    '     cfile_1 in container cntr_1',
    '  3. file_2',
  ])
})

test('nothing where nothing is cited, and nothing for what it does not understand', () => {
  const outputs = [
    undefined,
    [],
    [{ type: 'reasoning' }],
    [cites({ type: 'newer' }, {})],
    [{ content: [{ annotations: null }] }],
  ]
  expect(outputs.map(citationsBlock)).toEqual(outputs.map(() => undefined))
})
