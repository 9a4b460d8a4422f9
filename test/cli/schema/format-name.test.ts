import { expect, test } from 'vitest'
import { formatName } from '../../../src/cli/schema/format-name.js'

test('the title, cleaned; else the name of the file without its endings; else a word', () => {
  const names = [
    formatName('A recipe: Crème brûlée!', 'x.json'),
    formatName(undefined, '/tmp/shopping list.schema.json'),
    formatName('料理', 'recipe_v-2.JSON'),
    formatName('料理', '料理.json'),
    formatName('x'.repeat(80), 'x.json'),
  ]
  expect(names).toEqual(['A_recipe_Creme_brulee', 'shopping_list', 'recipe_v-2', 'output', 'x'.repeat(64)])
})
