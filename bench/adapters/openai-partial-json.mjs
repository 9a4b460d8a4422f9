// The parser that the official client has inside it for partial arguments: not exported, so by its file.
import { reparsing } from '../lib/reparse.mjs'
import { partialParse } from '../node_modules/openai/_vendor/partial-json-parser/parser.mjs'

export const partialValues = reparsing(partialParse)
