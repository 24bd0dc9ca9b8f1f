/**
 * Turns the contract's valibot schemas into JSON Schema (2020-12). What valibot can say and JSON Schema cannot follows a rule of this file; a
 * schema without a rule throws, so that nothing is left out by accident:
 *
 * - a transform changes what a handler gets, not what is sent: the schema says what is sent, and its description what is checked afterwards;
 * - a check is described in words before it (`v.description`), or by its error code;
 * - a file and a position are known by the function that recognises them;
 * - text that is parsed as JSON has a `contentSchema`;
 * - a value or a list of values, parsed to a list, is a list: a repeated key of a form.
 *
 * Knows no call.
 */
import { type ConversionConfig, type JsonSchema as Converted, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { isFieldsByName } from '../../contract/audit.ts'
import { isUpload } from '../../contract/fields.ts'
import { isPosition } from '../../contract/geoJson.ts'
import { errorCodesOf, wordsOf, wordsOfRest } from './words.ts'

/** The library's type is that of draft-07. */
export type JsonSchema = Converted & { readonly contentSchema?: Converted }

/** What `v.custom` checks. */
const customSchemas = new Map<unknown, JsonSchema>([
  [isUpload, { type: 'string', contentMediaType: 'application/octet-stream' }],
  [isFieldsByName, { type: 'object', description: 'Values of any kind, by the name of their field.' }],
  [isPosition, { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2, description: 'Longitude, latitude.' }],
])

const rules = {
  target: 'draft-2020-12',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const words = wordsOf(valibotAction)
    if (words === 'described' && jsonSchema.description === undefined)
      throw new Error('A check has neither an error code nor a v.description before it, so the API document cannot say what it demands.')
    return words === undefined ? undefined : describe(jsonSchema, words === 'described' ? [] : [words])
  },
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (valibotSchema.type !== 'custom') return undefined
    const known = customSchemas.get('check' in valibotSchema ? valibotSchema.check : undefined)
    if (known === undefined) throw new Error('A v.custom is unknown to the API document: add what it accepts to jsonSchema.ts.')
    return { ...jsonSchema, ...known }
  },
} satisfies ConversionConfig

/** What the server sends for this schema. */
export function sentSchema(schema: v.GenericSchema): JsonSchema {
  return convert(schema, 'output')
}

/** The fields that a request may have, by name. */
export function fieldSchemas(schema: v.GenericSchema): ReadonlyMap<string, { schema: JsonSchema; isRequired: boolean }> {
  const whole = 'pipe' in schema ? (schema.pipe as readonly v.GenericSchema[])[0] : schema // The first of a pipe is a schema.
  if (whole === undefined || !('entries' in whole)) throw new Error('A request that is no object cannot be described.')
  const entries = Object.entries(whole.entries as Readonly<Record<string, v.GenericSchema>>) // As valibot types every object schema.
  return new Map(entries.map(([name, entry]) => [name, { schema: fieldSchema(entry), isRequired: !mayBeAbsent(entry) }]))
}

function mayBeAbsent(entry: v.GenericSchema): boolean {
  return isRepeated(entry) ? !pipeOf(entry).some(({ type }) => type === 'min_length') : entry.type === 'optional'
}

/** The body of a request. */
export function bodySchema(schema: v.GenericSchema): JsonSchema {
  const fields = fieldSchemas(schema)
  const required = [...fields].flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))
  const properties = Object.fromEntries([...fields].map(([name, field]) => [name, field.schema]))
  const { description } = convert(schema, 'input')
  return { type: 'object', properties, required, additionalProperties: false, ...(description !== undefined && { description }) }
}

function fieldSchema(entry: v.GenericSchema): JsonSchema {
  const errors = errorCodesOf(entry)
  const codes = errors.length === 0 ? [] : [`Errors: ${errors.map((code) => `\`${code}\``).join(', ')}.`]
  return describe(describedField(entry), [...wordsOfRest(entry), ...codes])
}

function describedField(entry: v.GenericSchema): JsonSchema {
  const pipe = pipeOf(entry)
  const parsed = pipe.findIndex(({ type }) => type === 'parse_json')
  const inJson = pipe[parsed + 1]
  if (parsed !== -1 && isSchema(inJson)) {
    return { ...convert(entry, 'input'), contentMediaType: 'application/json', contentSchema: convert(inJson, 'input') }
  }
  if (!isRepeated(entry)) return convert(entry, 'input')
  const item = pipe.findLast((step) => isSchema(step) && step.type === 'array')
  const most = pipe.find(({ type }) => type === 'max_length')
  const least = pipe.find(({ type }) => type === 'min_length')
  return {
    type: 'array',
    items: item !== undefined && 'item' in item && isSchema(item.item) ? fieldSchema(item.item) : listItem(convert(entry, 'input')),
    ...(least !== undefined && 'requirement' in least && { minItems: Number(least.requirement) }),
    ...(most !== undefined && 'requirement' in most && { maxItems: Number(most.requirement) }),
  }
}

/** Of "a list of X, or X". */
function listItem({ anyOf = [] }: JsonSchema): JsonSchema {
  const alone = anyOf.find((option) => typeof option === 'object' && option.type !== 'array')
  if (typeof alone !== 'object') throw new Error('A repeated key is a list of something, or that alone.')
  return alone
}

type Step = { readonly type: string; readonly kind: string }

/** The steps of a schema, nested ones included; only itself where it has none. */
function pipeOf(schema: v.GenericSchema): readonly Step[] {
  if (!('pipe' in schema)) return 'wrapped' in schema && isSchema(schema.wrapped) ? pipeOf(schema.wrapped) : [schema]
  // Every schema with a pipe has a list of schemas and actions there.
  const [first, ...rest] = schema.pipe as readonly [v.GenericSchema, ...Step[]]
  return ['pipe' in first ? pipeOf(first) : first, rest].flat()
}

/** Whether a key may be repeated: `repeated` and `uploads` of the contract. */
function isRepeated(entry: v.GenericSchema): boolean {
  const inner = innermost(entry)
  const options: readonly unknown[] = 'options' in inner && Array.isArray(inner.options) ? inner.options : []
  return options.some((option) => isSchema(option) && option.type === 'array')
}

/** What a schema begins with, whether the whole or only its beginning is optional. */
function innermost(schema: v.GenericSchema): v.GenericSchema {
  if ('pipe' in schema && Array.isArray(schema.pipe) && isSchema(schema.pipe[0]) && schema.pipe[0] !== schema)
    return innermost(schema.pipe[0])
  return schema.type === 'optional' && 'wrapped' in schema && isSchema(schema.wrapped) ? innermost(schema.wrapped) : schema
}

function isSchema(step: unknown): step is v.GenericSchema {
  return typeof step === 'object' && step !== null && 'kind' in step && step.kind === 'schema'
}

function convert(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, { ...rules, typeMode })
  return converted
}

function describe(schema: JsonSchema, sentences: readonly string[]): JsonSchema {
  const words = [...new Set([...(schema.description === undefined ? [] : [schema.description]), ...sentences])]
    .filter((sentence) => sentence !== '')
    .join(' ')
  return words === '' ? schema : { ...schema, description: words }
}
