import { Command } from 'commander'
import { expect, test } from 'vitest'
import { helpLayout, helpText } from '../../src/cli/help.js'

function help(columns: number): string {
  const command = new Command('cook')
    .argument('[dish...]', 'what there is to be for dinner')
    .option('--salt <grams>', 'how much of it goes in, if any at all')
    .helpOption('-h', 'this')
    .configureHelp(helpLayout)
    .configureOutput({ getOutHelpWidth: () => columns })
  return command.helpInformation()
}

test('descriptions stand beside what they describe where they have a column of their own', () => {
  expect(help(52)).toBe(
    [
      'Usage: cook [options] [dish...]',
      '',
      'Arguments:',
      '  dish            what there is to be for dinner',
      '',
      'Options:',
      '  --salt <grams>  how much of it goes in, if any at',
      '                  all',
      '  -h              this',
      '',
    ].join('\n'),
  )
})

test('and below it on a narrow terminal', () => {
  expect(help(30)).toBe(
    [
      'Usage: cook [options]',
      '       [dish...]',
      '',
      'Arguments:',
      '  dish',
      '      what there is to be for',
      '      dinner',
      '',
      'Options:',
      '  --salt <grams>',
      '      how much of it goes in,',
      '      if any at all',
      '  -h',
      '      this',
      '',
    ].join('\n'),
  )
})

test('paragraphs are wrapped to the terminal, and examples stay as they are', () => {
  const text = '\nOne two\nthree four.\n\nExamples:\n  $ cook --salt 12 soup'
  expect([helpText(text, { columns: 12 }), helpText(text, {}), helpText(text, { columns: 0 })]).toEqual([
    '\nOne two\nthree four.\n\nExamples:\n  $ cook --salt 12 soup',
    '\nOne two three four.\n\nExamples:\n  $ cook --salt 12 soup',
    '\nOne two three four.\n\nExamples:\n  $ cook --salt 12 soup',
  ])
})
