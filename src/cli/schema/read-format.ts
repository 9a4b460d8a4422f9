import { readFile } from 'node:fs/promises'
import { MillraceError } from '../../errors/millrace-error.js'
import { declaration, type ParseResult, type ValueDeclaration } from '../../structured/declaration.js'
import { isObject, type JSONObject } from '../../structured/json-schema.js'
import { mismatch, schemaThrew } from '../../structured/parse-error.js'
import { reasonOf } from '../../structured/reason-of.js'
import { type DeclaredTextFormat, textFormat } from '../../structured/text-format.js'
import { UsageError } from '../exit-code.js'
import { formatName } from './format-name.js'
import { misfits } from './misfits.js'

/** The options of a command that asks for JSON of a schema, as they were typed. */
export interface SchemaOptions {
  /** The file. */
  schema?: string
  /** False with `--no-strict-schema`. */
  strictSchema?: boolean
}

/** The format that the schema file asks for; undefined without one. Throws `UsageError`. */
export async function readFormat({
  schema: path,
  strictSchema = true,
}: SchemaOptions): Promise<DeclaredTextFormat<unknown> | undefined> {
  if (path === undefined) return undefined
  const schema = parseSchema(await readText(path), path)
  const format = declare(schema, formatName(schema['title'], path), strictSchema)
  const read: ValueDeclaration<unknown> = {
    ...format[declaration],
    parse: async (text) => checked(await format[declaration].parse(text), schema),
  }
  return { ...format, [declaration]: read }
}

/** Not every server keeps to a schema, and a schema from a file has no library that would look. */
function checked(result: ParseResult<unknown>, schema: JSONObject): ParseResult<unknown> {
  if (result.parse_error !== undefined) return result
  try {
    const issues = misfits(result.parsed, schema)
    return issues.length === 0 ? result : { parse_error: mismatch(issues) }
  } catch (cause) {
    // A value may be nested deeper than the stack is.
    return { parse_error: schemaThrew(cause) }
  }
}

function declare(schema: JSONObject, name: string, strict: boolean): DeclaredTextFormat<unknown> {
  try {
    return textFormat(schema, name, { strict })
  } catch (error) {
    if (!MillraceError.isInstance(error) || error.code !== 'unsupported_schema') throw error
    const [said, advice] = error.message.split(inCode)
    throw new UsageError(
      advice === undefined ? error.message : `${said}.`,
      advice === undefined ? [] : looser,
    )
  }
}

/** How the message says it to who calls the function. */
const inCode = ', or pass strict: false'
const looser = ['With --no-strict-schema it is sent as it is; the model then only tries to keep to it.']

function parseSchema(text: string, path: string): JSONObject {
  let schema: unknown
  try {
    schema = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    throw new UsageError(`The schema ${path} is not JSON: ${onOneLine(reasonOf(cause))}.`)
  }
  if (isObject(schema)) return schema
  throw new UsageError(`The schema ${path} is not a JSON Schema: it must be an object.`, example)
}

const example = ['For instance:', '  {"type":"object","properties":{"title":{"type":"string"}}}']

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new UsageError(`The schema cannot be read: ${onOneLine(reasonOf(cause))}`)
  }
}

/** The text of a short file may be in there. */
function onOneLine(reason: string): string {
  return reason.replace(/\s+/g, ' ')
}
