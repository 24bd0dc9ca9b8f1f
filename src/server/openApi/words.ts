/** Says in words what JSON Schema has no keyword for. Knows no call. */
import type * as v from 'valibot'
import { type ErrorCode, isErrorCode } from '../../errors.ts'

type Step = { readonly type: string; readonly kind: string }

/** For an action: a sentence, `described` where the contract itself must have described it, or undefined where JSON Schema says it. */
export function wordsOf(action: Step): string | undefined {
  switch (action.type) {
    case 'check':
    case 'partial_check':
    case 'raw_check':
      return isErrorCode('message' in action ? action.message : undefined) ? '' : 'described'
    case 'trim':
      return 'White space around it is removed first.'
    case 'to_lower_case':
      return 'Read in lower case.'
    case 'to_upper_case':
      return 'Read in upper case.'
    case 'max_bytes':
      return `At most ${requirementOf(action)} bytes in UTF-8.`
    default:
      return undefined
  }
}

/** For what is checked after a transform, of which JSON Schema knows nothing. */
export function wordsOfRest(schema: v.GenericSchema): string[] {
  if (!('pipe' in schema)) {
    if ('wrapped' in schema) return wordsOfRest(schema.wrapped as v.GenericSchema) // As in every schema that wraps one.
    if (schema.type !== 'union' || !('options' in schema)) return []
    return (schema.options as readonly v.GenericSchema[]).flatMap(wordsOfRest) // As in every union.
  }
  const steps = stepsOf(schema)
  const change = steps.findIndex(({ type }) => type === 'transform')
  return change === -1 ? [] : steps.slice(change + 1).flatMap(wordsAfterTransform)
}

function wordsAfterTransform(step: Step): string[] {
  switch (step.type) {
    case 'transform':
    // Said by the schema itself: a repeated key.
    case 'array':
    case 'max_length':
    case 'min_length':
      return []
    case 'description':
      return 'description' in step && typeof step.description === 'string' ? [step.description] : []
    case 'min_value':
      return [`At least ${requirementOf(step)}.`]
    case 'max_value':
      return [`At most ${requirementOf(step)}.`]
    case 'regex':
      return [`Then it matches \`${requirementOf(step)}\`.`]
    default: {
      const words = wordsOf(step)
      if (words === undefined) throw new Error(`The API document has no words for "${step.type}" after a transform: see words.ts.`)
      return words === '' || words === 'described' ? [] : [words]
    }
  }
}

/** The codes with which a field may be refused. */
export function errorCodesOf(schema: v.GenericSchema): ErrorCode[] {
  const inner = 'wrapped' in schema && !('pipe' in schema) ? errorCodesOf(schema.wrapped as v.GenericSchema) : [] // As in every schema that wraps one.
  const own = [schema, ...stepsOf(schema)].flatMap((step) => ('message' in step && isErrorCode(step.message) ? [step.message] : []))
  return [...new Set([...inner, ...own])]
}

/** Actions and schemas of a pipe in order, nested pipes included. */
function stepsOf(schema: object): readonly Step[] {
  if (!('pipe' in schema)) return []
  // Every schema with a pipe has a list of schemas and actions there.
  return (schema.pipe as readonly (Step & object)[]).flatMap((step) => ('pipe' in step ? stepsOf(step) : [step]))
}

function requirementOf(step: Step): string {
  const { requirement } = step as Step & { requirement?: unknown } // Every step that limits a value has one.
  return requirement instanceof RegExp ? requirement.source : String(requirement)
}
