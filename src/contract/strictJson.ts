/**
 * JSON from a stranger. JSON.parse alone lets the last of two equal keys win, so that two readers of one text may disagree about it, and
 * builds whatever it is given. In time proportional to the text's length.
 */
import { isStorable } from './storableText.ts'

/** Nothing that the contract asks for is nested deeper. */
const depthMax = 16

/**
 * Throws a SyntaxError for what is no JSON, for a key that comes twice in one object, for text that cannot be stored, and, before anything is
 * built of it, for too many levels or values. `valuesMax` counts what stands inside lists and objects, at whatever depth.
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

/** Of a text that is JSON: the members of its objects as they are written, what its lists and objects hold, and how deep they go. */
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

/** Where the string that begins there ends; the text's end where it does not. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at += 1
  }
  return text.length
}

/** The members that the objects in a parsed value have: fewer than were written where a key came twice, however it was spelt. */
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
