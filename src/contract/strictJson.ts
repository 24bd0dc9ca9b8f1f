/**
 * Parses untrusted JSON, in linear time. JSON.parse silently keeps the last of two equal keys, so two readers of one text could disagree,
 * and parses input of any size.
 */
import { isStorable } from './storableText.ts'

/** The contract has nothing nested deeper. */
const depthMax = 16

/**
 * Throws a SyntaxError for invalid JSON, a key repeated in one object, text that cannot be stored and, before parsing, too many levels or
 * values. `valuesMax` counts the members of lists and objects at any depth.
 */
export function parseStrictJson(text: string, valuesMax: number): unknown {
  const written = measure(text)
  if (written.depth > depthMax || written.values > valuesMax) throw new SyntaxError('too many values or levels')
  const value: unknown = JSON.parse(text)
  if (countMembers(value) !== written.members) throw new SyntaxError('a key comes twice')
  return value
}

export function isStrictJson(text: string, valuesMax: number): boolean {
  try {
    parseStrictJson(text, valuesMax)
    return true
  } catch {
    return false
  }
}

/** For valid JSON: the number of object members as written, of list and object values, and the nesting depth. */
function measure(text: string): { members: number; values: number; depth: number } {
  let [members, values, depth, deepest] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at)
        break
      case ':':
        members += 1
        break
      case ',':
        values += 1
        break
      case '{':
      case '[':
        // The first value has no comma before it.
        values += 1
        depth += 1
        deepest = Math.max(deepest, depth)
        break
      case '}':
      case ']':
        depth -= 1
        break
      default:
    }
  }
  return { members, values, depth: deepest }
}

/** The index where the string that starts here ends; the text's end if it is unterminated. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at += 1
  }
  return text.length
}

/** The number of object members in a parsed value: fewer than were written if a key was repeated, in any spelling. */
function countMembers(root: unknown): number {
  let members = 0
  const pending = [root]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value === 'string' && !isStorable(value)) throw new SyntaxError('text that cannot be stored')
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) members += Object.keys(value).length
    for (const [key, inner] of Object.entries(value)) pending.push(key, inner)
  }
  return members
}
