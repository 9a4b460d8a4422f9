import { parse } from 'partial-json'
import { reparsing } from '../lib/reparse.mjs'

export const partialValues = reparsing((text) => parse(text))
