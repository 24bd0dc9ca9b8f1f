/** Joins class names. Where two of them set the same, neither wins for sure: give the part a variant, or end the one that wins with `!`. */
export { clsx as cn } from 'clsx'
