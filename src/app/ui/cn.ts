import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names; of conflicting Tailwind classes the last one wins. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes))
}
